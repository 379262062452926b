// A worker that looks ahead in a game in WebAssembly, for pages of one's own: see engine_answers.mjs.

import { answerIn } from "./engine_answers.mjs";

answerIn(self);
