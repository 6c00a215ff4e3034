import type { KeyboardEvent } from 'react';

const steps: Partial<Record<string, 1 | -1>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
};

/**
 * Handles the keys of a group of radio buttons whose choice is saved at once: an arrow key only
 * moves the focus, and Enter or Space chooses. Without this, each arrow key would choose the next
 * radio button and save it.
 */
export function moveWithoutChoosing(event: KeyboardEvent<HTMLElement>): void {
  const { target } = event;
  if (!(target instanceof HTMLInputElement) || target.type !== 'radio') return;
  if (event.key === 'Enter') {
    event.preventDefault();
    target.click();
    return;
  }
  const step = steps[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const group = [
    ...event.currentTarget.querySelectorAll<HTMLInputElement>('input[type=radio]:enabled'),
  ].filter(({ name }) => name === target.name);
  const next = (group.indexOf(target) + step + group.length) % group.length;
  group[next]?.focus();
}
