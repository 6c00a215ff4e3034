import { Link } from '@tanstack/react-router';
import { Menu } from 'lucide-react';
import { may, screens, type User } from '#libs/contracts';
import { useFieldFocus } from '../../lib/browser/use-field-focus';
import { useMedia } from '../../lib/browser/use-media';
import { MenuIcon } from './menu-icon';

/** The screens in the bar, by path, with a name that fits on a narrow phone. */
const labels: Record<string, string> = {
  '/': 'Home',
  '/sermons': 'Sermons',
  '/church-program': 'Program',
  '/donations': 'Give',
};

const itemClass =
  'group flex h-14 w-full flex-col items-center justify-center gap-0.5 text-label font-medium ' +
  'text-ink-2 -outline-offset-2 data-[status=active]:text-accent';
const iconClass =
  'grid h-7 w-14 place-items-center rounded-full transition-colors duration-150 ' +
  'group-hover:bg-sunken group-data-[status=active]:bg-accent-soft';

export interface BottomBarProps {
  user: User;
  isMenuOpen: boolean;
  /** Opens the drawer with the whole menu. */
  onMore: () => void;
}

/** Narrow windows, except low ones, of which the bar would cover too much. As in base.css. */
const windowsWithBar = '(width < 40rem) and (height >= 30rem)';

/** The menu at the bottom of a phone. */
export function BottomBar(props: BottomBarProps) {
  return useMedia(windowsWithBar) && <Bar {...props} />;
}

/** The bar, which is hidden while a field has the focus. */
function Bar({ user, isMenuOpen, onMore }: BottomBarProps) {
  const hasFieldFocus = useFieldFocus();
  const entries = Object.entries(labels).filter(([to]) =>
    screens.some((screen) => screen.to === to && may(user, screen.action)),
  );
  // Users without a church have none of these screens.
  if (entries.length === 0) return null;
  return (
    <nav
      aria-label="Quick menu"
      data-noprint
      data-menu-bar
      hidden={hasFieldFocus}
      className="fixed inset-x-0 bottom-0 z-20 border-t bg-surface pb-[env(safe-area-inset-bottom)]"
    >
      <ul className="grid auto-cols-fr grid-flow-col">
        {entries.map(([to, label]) => (
          <li key={to}>
            <Link
              to={to}
              activeOptions={{ exact: to === '/', includeSearch: false }}
              className={itemClass}
            >
              <span className={iconClass}>
                <MenuIcon to={to} className="size-5" />
              </span>
              {label}
            </Link>
          </li>
        ))}
        <li>
          <button
            type="button"
            aria-haspopup="dialog"
            aria-expanded={isMenuOpen}
            onClick={onMore}
            className={itemClass}
          >
            <span className={iconClass}>
              <Menu aria-hidden className="size-5" />
            </span>
            More
          </button>
        </li>
      </ul>
    </nav>
  );
}
