// Runs in the page. `page-scripts.ts` sends this text to the browser.

/** The elements in which a control is looked for, by its kind. */
const selectors = {
  field: 'input:not([type=file]), select, textarea',
  file: 'input[type=file]',
  button: 'button, a[href], [role=menuitem]',
};

/**
 * Returns the first visible control of a kind with this name, in the middle of the window; null if
 * there is none, or a click would not reach it now.
 * @param {keyof typeof selectors} kind
 * @param {string | RegExp} name the exact name, or a pattern for it
 */
export function findControl(kind, name) {
  const control = [...document.querySelectorAll(selectors[kind])]
    .filter((candidate) => isVisible(candidate) && isEnabled(candidate))
    .find((candidate) => isNamed(candidate, name));
  if (control === undefined) return null;
  // A file field may be hidden behind a button that opens the file chooser.
  return kind === 'file' || isReachable(control) ? control : null;
}

/** Returns the button with this name like `findControl`, and notices when it is pressed. */
export function findButton(name) {
  const button = findControl('button', name);
  if (button === null) return null;
  window.isPressMissing = true;
  // The page may replace the button before it is pressed, so the listener is on the document.
  document.addEventListener(
    'pointerdown',
    ({ target }) => {
      const pressed = target.closest(selectors.button);
      if (pressed !== null && isNamed(pressed, name)) window.isPressMissing = false;
    },
    { capture: true, once: true },
  );
  return button;
}

/**
 * Returns whether the button of the last `findButton` was pressed. The press misses it if the page
 * moves the button at the same moment. If the page was replaced since, it was pressed.
 */
export function wasPressed() {
  return window.isPressMissing !== true;
}

/** Returns the option of a select with this label and this text; null if there is none. */
export function findOption(label, text) {
  const options = findControl('field', label)?.options ?? [];
  return [...options].find((option) => squeeze(option.textContent) === text) ?? null;
}

/**
 * Sets the value of a date or time field as the picker of the browser does. What keys a person
 * would press depends on the language of the browser.
 */
export function setDate(label, value) {
  const field = findControl('field', label);
  if (!['date', 'time'].includes(field?.type)) return false;
  // React replaces the setter on the element, and would not notice the change.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
}

/** Returns the visible texts of all elements that a selector matches. */
export function readTexts(selector) {
  return [...document.querySelectorAll(selector)]
    .filter(isVisible)
    .map((element) => squeeze(element.innerText));
}

const isNamed = (control, name) =>
  typeof name === 'string' ? nameOf(control) === name : name.test(nameOf(control));

/** Returns the name of a control: what a screen reader says. */
function nameOf(control) {
  const ids = control.getAttribute('aria-labelledby')?.split(' ') ?? [];
  const labels = ids.length > 0 ? ids.map((id) => document.getElementById(id)) : control.labels;
  const labelText = [...(labels ?? [])].map((label) => label?.textContent).join(' ');
  const name = control.getAttribute('aria-label') ?? (labelText || control.textContent);
  return squeeze(name).replace(/ \(optional\)$/, '');
}

const isVisible = (element) => element.getClientRects().length > 0;

/** Returns whether a control is enabled, and not behind an open dialog. */
const isEnabled = (control) =>
  !control.disabled &&
  control.getAttribute('aria-disabled') !== 'true' &&
  control.closest('[aria-hidden=true], [inert]') === null;

/** Scrolls to a control, and returns whether a click on it would reach it. */
function isReachable(control) {
  control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const { left, top, width, height } = control.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return control.contains(hit);
}

const squeeze = (text) => text.replace(/\s+/g, ' ').trim();
