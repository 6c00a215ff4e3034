import { cn } from '../../lib/cn';

/** The icon of a screen in the menu: a mask from the style sheet, in the color of the text. */
export const MenuIcon = ({ to, className }: { to: string; className: string }) => (
  <span aria-hidden data-screen={to} className={cn('shrink-0 bg-current', className)} />
);
