/**
 * How long other code may take to move the focus after the focused element has left, in
 * milliseconds: lists, dialogs and page changes know a better place.
 */
const headStart = 100;

/** How long a focused element may be disabled until the focus moves on, in milliseconds. */
const longestDisabled = 1_500;

const headings = 'h1, h2, h3, h4';

/** Whether an element is on the page and enabled. */
const canKeepFocus = (element: Element) => element.isConnected && !element.matches(':disabled');

/** Returns the elements around an element inside of the page's content, the innermost first. */
function sectionsAround(element: Element): Element[] {
  const sections: Element[] = [];
  for (
    let parent = element.parentElement;
    parent !== null && !parent.matches('main, body');
    parent = parent.parentElement
  )
    sections.push(parent);
  return sections;
}

/** Returns the visible heading of the innermost section that is still on the page. */
function headingOf(sections: readonly Element[]): HTMLElement | null {
  for (const section of sections) {
    if (!section.isConnected) continue;
    const heading = [...section.querySelectorAll<HTMLElement>(headings)].find((candidate) =>
      candidate.checkVisibility(),
    );
    if (heading) return heading;
  }
  return null;
}

/**
 * Moves the keyboard focus if the focused element leaves the page or is disabled, and nothing else
 * takes the focus: to the heading of the innermost section that is left, otherwise to the page's
 * heading, however late it arrives. An element that is disabled for a moment, for example while it
 * saves, gets the focus back. Without this, the user would begin at the top of the page again. A
 * user who clicks beside all elements has no focus to lose.
 * @returns a function that ends it
 */
export function restoreLostFocus(): () => void {
  let focused: Element | null = null;
  let sections: Element[] = [];
  let timer: number | undefined;
  let lostAt = 0;

  const remember = ({ target }: FocusEvent) => {
    focused = target as Element;
    sections = sectionsAround(focused);
  };
  const forgetIfLeft = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null) return;
    // Only later is it known whether the element leaves the page.
    window.setTimeout(() => {
      const isLeft = document.activeElement === document.body && canKeepFocus(target as Element);
      if (isLeft && focused === target) focused = null;
    });
  };
  const restore = () => {
    timer = undefined;
    if (!focused || document.activeElement !== document.body) return;
    if (canKeepFocus(focused)) {
      (focused as HTMLElement).focus({ preventScroll: true });
      return;
    }
    if (focused.isConnected && performance.now() - lostAt < longestDisabled) {
      timer = window.setTimeout(restore, headStart);
      return;
    }
    const heading =
      headingOf(sections) ?? document.querySelector<HTMLElement>('[data-page-heading]');
    if (!heading) return; // after the next change of the page
    if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  };
  const restoreLater = () => {
    if (timer !== undefined || !focused || canKeepFocus(focused)) return;
    lostAt = performance.now();
    timer = window.setTimeout(restore, headStart);
  };

  const changes = new MutationObserver(restoreLater);
  changes.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled'],
  });
  document.addEventListener('focusin', remember);
  document.addEventListener('focusout', forgetIfLeft);
  return () => {
    changes.disconnect();
    window.clearTimeout(timer);
    document.removeEventListener('focusin', remember);
    document.removeEventListener('focusout', forgetIfLeft);
  };
}
