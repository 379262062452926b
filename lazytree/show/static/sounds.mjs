// The sounds of a game, made by the browser: a knock for a move, two for a capture, a chord at the end. They are off
// until a person turns them on; the browser remembers it.

import { element, following } from "./elements.mjs";

/** @import { Model } from "./elements.mjs" */
/** @import { SessionView } from "./session_view" */
/** @typedef {[pitch: number, after: number, long: number]} Tone a tone: hertz, seconds until it begins, its seconds */

const KEPT = "lazytree-sound";
/** @type {Record<string, Tone[]>} */
// prettier-ignore
const SOUNDS = {
  move: [[330, 0, 0.09]],
  capture: [[330, 0, 0.07], [220, 0.08, 0.12]],
  over: [[392, 0, 0.5], [494, 0.12, 0.5], [587, 0.24, 0.7]],
};

/** Which sound tells what is new; none where nothing was played. @param {SessionView} view
 * @param {SessionView | null} before @returns {keyof typeof SOUNDS | ""} */
export function soundOf(view, before) {
  if (!before) return "";
  if (view.turn === "over" && before.turn !== "over") return "over";
  const [last, known] = [view.line.at(-1)?.place, before.line.some(({ place }) => place === view.place)];
  if (known || view.place === before.place || view.place !== last) return "";
  const [now, earlier] = [view, before].map(({ board }) => board?.stones.length ?? 0);
  return now < earlier ? "capture" : "move";
}

/** The switch of the sounds of a game. @param {Model} model @returns {HTMLElement} */
export function soundSwitch(model) {
  /** @type {AudioContext | null} */
  let audio = null;
  /** @type {SessionView | null} */
  let before = null;
  const box = element("input", { type: "checkbox", checked: kept(), change: () => [keep(box.checked), play("move")] });

  /** @param {string} name */
  function play(name) {
    if (!box.checked || !name || !("AudioContext" in window)) return;
    audio ??= new AudioContext();
    void audio.resume();
    for (const tone of SOUNDS[name]) sound(audio, tone);
    box.dataset.played = name;
  }

  following(model, ["view"], () => {
    /** @type {SessionView} */
    const view = model.get("view");
    play(soundOf(view, before));
    before = view;
  });
  return element("label", { class: "ltw-switch" }, box, " Sound");
}

/** A soft tone that fades. @param {AudioContext} audio @param {Tone} tone */
function sound(audio, [pitch, after, long]) {
  const [source, volume, begin] = [audio.createOscillator(), audio.createGain(), audio.currentTime + after];
  source.type = "triangle";
  source.frequency.value = pitch;
  volume.gain.setValueAtTime(0.18, begin);
  volume.gain.exponentialRampToValueAtTime(0.001, begin + long);
  source.connect(volume).connect(audio.destination);
  source.start(begin);
  source.stop(begin + long);
}

/** Whether a person has turned the sounds on. */
function kept() {
  try {
    return localStorage.getItem(KEPT) === "on";
  } catch {
    return false; // a browser that keeps nothing
  }
}

/** @param {boolean} on */
function keep(on) {
  try {
    localStorage.setItem(KEPT, on ? "on" : "off");
  } catch {
    // it lasts as long as the page
  }
}
