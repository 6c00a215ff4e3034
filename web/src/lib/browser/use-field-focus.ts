import { useEffect, useState } from 'react';

/** Inputs that need no keyboard. They must not move the bars while the user taps them. */
const typesWithoutKeyboard = [
  'button',
  'checkbox',
  'color',
  'file',
  'image',
  'radio',
  'range',
  'reset',
  'submit',
];
const input = `input${typesWithoutKeyboard.map((type) => `:not([type=${type}])`).join('')}`;
const field =
  `:is(${input}, textarea):not([readonly]), select, ` +
  '[contenteditable]:not([contenteditable=false])';

const isInField = () => document.activeElement?.matches(field) === true;

/**
 * Returns whether a field has the focus into which the user types or from which they choose.
 *
 * A press that takes the focus from the field changes the result only after it has ended. Otherwise
 * the buttons above the menu would move away between press and release, and get no click.
 */
export function useFieldFocus(): boolean {
  const [hasFieldFocus, setFieldFocus] = useState(false);
  useEffect(() => {
    let isPressed = false;
    const update = () => setFieldFocus((before) => isInField() || (before && isPressed));
    // The focus may be between two elements, and on a touch screen the click has yet to come.
    const updateLater = () => setTimeout(update);
    const updateAfterFocus = () => {
      if (isInField()) setFieldFocus(true);
      else updateLater();
    };
    const press = () => {
      isPressed = true;
    };
    const release = () => {
      isPressed = false;
      updateLater();
    };
    const listeners = {
      focusin: updateAfterFocus,
      focusout: updateLater,
      pointerdown: press,
      pointerup: release,
      pointercancel: release,
    };
    for (const [event, listener] of Object.entries(listeners))
      document.addEventListener(event, listener, true);
    // The page is not told of a release in another window.
    window.addEventListener('blur', release);
    return () => {
      for (const [event, listener] of Object.entries(listeners))
        document.removeEventListener(event, listener, true);
      window.removeEventListener('blur', release);
    };
  }, []);
  return hasFieldFocus;
}
