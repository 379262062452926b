// A game's page on the server, with JavaScript: the table in place of the links and buttons that do without.

import { friendsPane } from "./friends.mjs";
import { serverModel } from "./server_host.mjs";
import { soundSwitch } from "./sounds.mjs";
import { table } from "./table.mjs";

const place = document.getElementById("table");
const plain = document.getElementById("plain");
const told = document.getElementById("game");

if (place && plain && told) {
  const { view, constant } = JSON.parse(told.textContent ?? "");
  plain.remove();
  const model = serverModel(`/game/${constant.id}`, view, constant);
  const { who, more } = friendsPane(model, constant.links, place);
  table({ model, el: place, who, more });
  place.querySelector(".ltw-whole .ltw-quiet")?.append(soundSwitch(model));
}
