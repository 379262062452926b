// Elements of a page, made in few words; and what a host of these modules gives to them.

/** @typedef {{get(name: string): any, send(message: unknown): void, on(name: string, listener: () => void): void,
 *   off(name: string, listener: () => void): void}} Model what the host knows of a widget, as anywidget has it */
/** @typedef {{model: Model, el: HTMLElement}} Host a model, and the element in which it is shown */
/** @typedef {Record<string, string | number | boolean | ((event: any) => void) | undefined>} Attributes */

/** An element with attributes and children; a function as attribute listens to the event of its name.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} name @param {Attributes} attributes @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[T]} */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key, value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== undefined) made.setAttribute(key, String(value));
  }
  made.append(...children);
  return made;
}

/** A button that says what it does.
 * @param {string} words @param {() => void} act @param {Attributes} attributes @returns {HTMLButtonElement} */
export function button(words, act, attributes = {}) {
  return element("button", { type: "button", click: act, ...attributes }, words);
}

/** Shows these children in an element, in place of those it has.
 * @param {Element} parent @param {(Node | string)[]} children */
export function fill(parent, ...children) {
  parent.replaceChildren(...children);
}

/** Hides the picture that stays behind where no kernel runs; gives the function that shows it again.
 * @param {Model} model @returns {() => void} */
export function hidingStill(model) {
  const name = model.get("still");
  if (!name) return () => {}; // no picture stays behind on the server's page
  const style = element("style", {}, `.${name}, .jp-OutputArea-child:has(.${name}) { display: none }`);
  document.head.append(style);
  return () => style.remove();
}

/** Calls a listener now and whenever one of these parts of the model changes; gives the function that ends this.
 * @param {Model} model @param {string[]} names @param {() => void} listener @returns {() => void} */
export function following(model, names, listener) {
  for (const name of names) model.on(`change:${name}`, listener);
  listener();
  return () => names.forEach((name) => model.off(`change:${name}`, listener));
}
