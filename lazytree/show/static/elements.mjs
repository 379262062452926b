// Elements of a page, made in few words; and what a host of these modules gives to them.

/** @typedef {{get(name: string): any, send(message: unknown): void, on(name: string, listener: () => void): void,
 *   off(name: string, listener: () => void): void}} Model what the host knows of a widget, as anywidget has it */
/** @typedef {{model: Model, el: HTMLElement}} Host a model, and the element in which it is shown */
/** @typedef {Record<string, string | number | boolean | ((event: any) => void) | undefined>} Attributes */

/** A model of these parts, and what sets one of them: its listeners are called then.
 * @param {Record<string, any>} state */
export function hostModel(state) {
  /** @type {Record<string, Set<() => void>>} */
  const listeners = {};
  return {
    /** @param {string} name */
    get: (name) => state[name],
    /** @param {string} name @param {any} value */
    set(name, value) {
      state[name] = value;
      listeners[`change:${name}`]?.forEach((listener) => listener());
    },
    /** @param {string} name @param {() => void} listener */
    on: (name, listener) => void (listeners[name] ??= new Set()).add(listener),
    /** @param {string} name @param {() => void} listener */
    off: (name, listener) => void listeners[name]?.delete(listener),
  };
}

/** An element with attributes and children; a function as attribute listens to the event of its name.
 * @template {keyof HTMLElementTagNameMap} T @param {T} name @param {Attributes} attributes
 * @param {(Node | string)[]} children @returns {HTMLElementTagNameMap[T]} */
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

/** A button that says what it does; nothing happens while it is `aria-disabled`.
 * @param {string} words @param {() => void} act @param {Attributes} attributes @returns {HTMLButtonElement} */
export function button(words, act, attributes = {}) {
  const made = element("button", { type: "button", ...attributes }, words);
  made.addEventListener("click", () => made.getAttribute("aria-disabled") !== "true" && act());
  return made;
}

/** Shows these children in an element, in place of those it has.
 * @param {Element} parent @param {(Node | string)[]} children */
export function fill(parent, ...children) {
  parent.replaceChildren(...children);
}

/** Changes what is in an element, so that the keyboard stays where it was: at the element with the same `data-key`, or
 * where it would otherwise be lost, at another one.
 * @param {HTMLElement} root @param {HTMLElement} otherwise @param {() => void} change */
export function keepingFocus(root, otherwise, change) {
  const focused = focusedIn(root);
  change();
  if (!focused || focusedIn(root) === focused) return;
  const key = focused.getAttribute("data-key");
  const again = key && [...root.querySelectorAll("[data-key]")].find((each) => each.getAttribute("data-key") === key);
  const next = again instanceof HTMLElement && again.checkVisibility() ? again : otherwise;
  next.focus({ preventScroll: true });
}

/** The element in which the keyboard is, if it is inside of this one.
 * @param {HTMLElement} root @returns {Element | null} */
function focusedIn(root) {
  const page = root.getRootNode();
  const at = page instanceof Document || page instanceof ShadowRoot ? page.activeElement : null;
  return at && at !== root && root.contains(at) ? at : null;
}

/** Says of a button whether it can be used; one that cannot keeps the keyboard, unlike one that is `disabled`.
 * @param {HTMLElement} it @param {boolean} off */
export function turnOff(it, off) {
  if (off) it.setAttribute("aria-disabled", "true");
  else it.removeAttribute("aria-disabled");
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
