import type { ComponentProps, ReactElement } from 'react';

/**
 * Returns the component of an icon. The build calls it for each icon of Lucide (`web/icons.ts`).
 * Screen readers ignore an icon unless it has a label.
 * @param drawing the elements of the icon as text, for a square of 24 by 24
 */
export function makeIcon(drawing: string): (props: ComponentProps<'svg'>) => ReactElement {
  // One object for all renderings. With a new object, React would replace the elements each time,
  // and a click on them would be lost.
  const content = { __html: drawing };
  return (props) => (
    <svg
      aria-hidden={props['aria-label'] === undefined}
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      {...props}
      dangerouslySetInnerHTML={content}
    />
  );
}
