BEGIN TRANSACTION;
CREATE TABLE acts (game text not null, act text not null, at integer not null, primary key (game, act)) without rowid;
CREATE TABLE games (id text primary key, name text not null, settings text not null, begins text, owner text not null,
  seats text not null, at integer not null, endings text not null, asks text not null, version integer not null,
  waits integer not null, touched real not null) without rowid;
INSERT INTO "games" VALUES('OglDQYl6rWIf','tic_tac_toe','[]',NULL,'a10cd3aa9c659f3a9d4444791b69ac27884ca5c8c905324dc63de1d74f22c00b','[["person","fc2a3f339785167ea7c084729a4bd6748df29d45bb3fd4a90bf7e516c4572670",true],["person","9e2467d11de3e60a599b26883708697e8d6d61b5455611f5f2d611e01f31329d",true]]',4,'[]','[]',5,0,1.79544513896782946581e+09);
INSERT INTO "games" VALUES('RSUpqX11HoB0','kalah','[["seeds","3"]]',NULL,'af7090f96157ee369176cdf472b415d3b0fb8b48414cae325a5909a0cb54be2e','[["person","a91c7e7356edcf29cbf70f74bd072ebeab1374ef5c976649a0a00b6493f323dd",true],["person","d9b588e5015cdab475a10ab813e258e07a4668dab8c56c778dbf51150251d6c0",true]]',1,'[[1,[-1,1],"first resigns"]]','[]',3,0,1.79544513897291040417e+09);
INSERT INTO "games" VALUES('yWTHFRKUY86E','nim','[["heaps","1,2"]]',NULL,'b50a467ec3bc45bf26cbb07613414943228e64f2befd93dcf68973f76f4ce276','[["person","f5dd2ac4dccae154015e1b8e8afd3d086680fede74439de7283d8401946f9116",true],["alphabeta:depth=2","",true]]',0,'[]','[]',1,0,1.79544513898354697232e+09);
CREATE TABLE places (game text not null, number integer not null, before integer not null, move integer, word text,
  latest integer not null, primary key (game, number)) without rowid;
INSERT INTO "places" VALUES('OglDQYl6rWIf',0,-1,NULL,NULL,1);
INSERT INTO "places" VALUES('OglDQYl6rWIf',1,0,4,'b2',3);
INSERT INTO "places" VALUES('OglDQYl6rWIf',2,1,5,'a1',-1);
INSERT INTO "places" VALUES('OglDQYl6rWIf',3,1,2,'c3',4);
INSERT INTO "places" VALUES('OglDQYl6rWIf',4,3,0,'a3',-1);
INSERT INTO "places" VALUES('RSUpqX11HoB0',0,-1,NULL,NULL,1);
INSERT INTO "places" VALUES('RSUpqX11HoB0',1,0,0,'a',-1);
INSERT INTO "places" VALUES('yWTHFRKUY86E',0,-1,NULL,NULL,-1);
CREATE INDEX touched on games (touched);
COMMIT;
PRAGMA user_version = 1;
