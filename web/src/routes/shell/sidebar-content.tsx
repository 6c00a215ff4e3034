import { Link } from '@tanstack/react-router';
import { LogOut, Search, Settings } from 'lucide-react';
import type { User } from '#libs/contracts';
import { Avatar } from '../../components/ui/avatar';
import { Button } from '../../components/ui/button';
import { fullName } from '../../lib/queries/people';
import { Bell } from './bell';
import { Brand } from './brand';
import { memberSinceLabel, roleLabel } from './navigation';
import { NavigationMenu } from './navigation-menu';

export interface SidebarContentProps {
  user: User;
  onNavigate?: () => void;
  /** Opens the command palette. Undefined in the drawer, which is for touch screens. */
  onSearch?: () => void;
}

/** The user and the navigation, the same in the sidebar and the drawer. */
export function SidebarContent({ user, onNavigate, onSearch }: SidebarContentProps) {
  return (
    <>
      <div className="flex shrink-0 items-center px-5 pt-5 pb-4">
        <Brand className="flex-1 max-lg:pr-8" />
        {onSearch && <Bell user={user} className="-mr-2" />}
      </div>
      <div className="min-h-0 flex-1 space-y-4 overflow-y-auto px-3 pb-4">
        <div className="flex items-center gap-3 rounded-lg border px-3 py-2.5">
          <Avatar person={user} />
          <div className="min-w-0">
            <p className="truncate font-medium">{fullName(user) || user.email}</p>
            <p className="truncate text-label text-ink-2">{memberSinceLabel(user)}</p>
            <p className="text-label text-ink-2">{roleLabel(user)}</p>
          </div>
        </div>
        {onSearch && (
          <button
            type="button"
            onClick={onSearch}
            aria-keyshortcuts="Control+K Meta+K"
            className={
              'flex h-9 w-full items-center gap-3 rounded-md border px-3 text-ink-2 ' +
              'hover:bg-sunken hover:text-ink'
            }
          >
            <Search aria-hidden className="size-4" />
            Go to…
            <kbd
              aria-hidden
              className="ml-auto rounded-sm border px-1.5 font-sans text-label text-ink-3"
            >
              Ctrl K
            </kbd>
          </button>
        )}
        <NavigationMenu user={user} inDrawer={!onSearch} {...(onNavigate ? { onNavigate } : {})} />
      </div>
      <div className="flex shrink-0 items-center justify-between gap-2 border-t px-3 py-3">
        <Button asChild variant="ghost">
          <a href="/api/logout">
            <LogOut aria-hidden className="size-4" />
            Logout
          </a>
        </Button>
        <Button asChild variant="ghost">
          <Link to="/settings" {...(onNavigate ? { onClick: onNavigate } : {})}>
            <Settings aria-hidden className="size-4" />
            Settings
          </Link>
        </Button>
      </div>
    </>
  );
}
