/**
 * How long other code may take to move the focus after the focused element has left, in
 * milliseconds: lists, dialogs and page changes know a better place.
 */
const headStart = 100;

/** How long a focused element may be disabled until the focus moves on, in milliseconds. */
const longestDisabled = 1_500;

const headings = 'h1, h2, h3, h4';
/** The kinds of elements to which a heading inside of them belongs. */
const owners = 'section, article, li, [role=dialog], [role=alertdialog]';

/** Where the focus was moved last by this module; null if it was moved since. */
let restoredTo: Element | null = null;

/** Whether the focus is only where `restoreLostFocus` has put it. */
export const isFocusRestored = (): boolean =>
  restoredTo !== null && document.activeElement === restoredTo;

const isDisabled = (element: Element) => element.isConnected && element.matches(':disabled');
const canKeepFocus = (element: Element) =>
  element.isConnected && !isDisabled(element) && element.checkVisibility();

/** Returns the elements around an element inside of the page's content, the innermost first. */
function sectionsAround(element: Element): HTMLElement[] {
  const sections: HTMLElement[] = [];
  for (
    let parent = element.parentElement;
    parent !== null && !parent.matches('main, body');
    parent = parent.parentElement
  )
    sections.push(parent);
  return sections;
}

/** Returns the visible heading of a section, but not that of another section inside of it. */
const headingOf = (section: HTMLElement): HTMLElement | undefined =>
  [...section.querySelectorAll<HTMLElement>(headings)].find((heading) => {
    const owner = heading.closest(owners);
    return heading.checkVisibility() && (owner === null || owner.contains(section));
  });

/**
 * Returns what takes the focus: the innermost section that is left if it can have the focus, as a
 * grid can, or its heading. Otherwise the heading of the page; null while it has none.
 */
function targetNear(sections: readonly HTMLElement[]): HTMLElement | null {
  for (const section of sections) {
    if (!section.isConnected || !section.checkVisibility()) continue;
    const target = section.hasAttribute('tabindex') ? section : headingOf(section);
    if (target) return target;
  }
  return document.querySelector<HTMLElement>('[data-page-heading]');
}

function moveFocusTo(target: HTMLElement): void {
  if (target.matches(headings) && !target.hasAttribute('tabindex')) target.tabIndex = -1;
  restoredTo = target;
  target.focus({ preventScroll: true });
}

/**
 * Moves the keyboard focus if the focused element leaves the page, is hidden or disabled, and
 * nothing else takes the focus: to the innermost section that is left or to its heading, otherwise
 * to the page's heading, however late it arrives. An element that is disabled for a moment, for
 * example while it saves, gets the focus back. Without this, the user would begin at the top of the
 * page again. A user who clicks beside all elements has no focus to lose.
 * @returns a function that ends it
 */
export function restoreLostFocus(): () => void {
  let focused: HTMLElement | null = null;
  let sections: HTMLElement[] = [];
  let timer: number | undefined;
  let lostAt = 0;

  const isOnBody = () => document.activeElement === document.body;
  const forget = () => {
    focused = null;
  };
  const stopWaiting = () => {
    window.clearTimeout(timer);
    timer = undefined;
  };
  const restore = () => {
    timer = undefined;
    if (!focused || !isOnBody()) return;
    if (canKeepFocus(focused)) {
      focused.focus({ preventScroll: true });
      return;
    }
    if (isDisabled(focused) && performance.now() - lostAt < longestDisabled) {
      timer = window.setTimeout(restore, headStart);
      return;
    }
    const target = targetNear(sections);
    // Without a target, the next change of the page calls this function again.
    if (target) moveFocusTo(target);
  };
  const restoreLater = () => {
    if (timer !== undefined) return;
    lostAt = performance.now();
    timer = window.setTimeout(restore, headStart);
  };

  const remember = ({ target }: FocusEvent) => {
    stopWaiting();
    focused = target as HTMLElement;
    sections = sectionsAround(focused);
    if (focused !== restoredTo) restoredTo = null;
  };
  const decideAfterBlur = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null || isDisabled(target as Element)) return;
    // Only later is it known whether the element leaves the page.
    window.setTimeout(() => {
      if (!isOnBody() || focused !== target) return;
      if (canKeepFocus(target as Element)) forget();
      else restoreLater();
    });
  };
  // On a busy machine this timer runs only after the click has removed the focused element. Then
  // the focus is lost and must be restored, so it is not forgotten.
  const forgetAfterClick = () =>
    window.setTimeout(() => {
      if (isOnBody() && focused && canKeepFocus(focused)) forget();
    });
  const lookAfterChange = () => {
    // Whether it is visible is not asked here, because that would compute all styles each time.
    if (focused && (!focused.isConnected || isDisabled(focused))) restoreLater();
  };

  const changes = new MutationObserver(lookAfterChange);
  changes.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled'],
  });
  document.addEventListener('focusin', remember);
  document.addEventListener('focusout', decideAfterBlur);
  document.addEventListener('mousedown', forgetAfterClick, true);
  return () => {
    changes.disconnect();
    stopWaiting();
    document.removeEventListener('focusin', remember);
    document.removeEventListener('focusout', decideAfterBlur);
    document.removeEventListener('mousedown', forgetAfterClick, true);
  };
}
