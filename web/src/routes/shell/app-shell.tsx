import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { CircleUserRound, LogOut, Menu as MenuIcon, Moon, Settings, Sun } from 'lucide-react';
import type { Standing, User } from '#libs/contracts';
import { Avatar } from '../../components/ui/avatar';
import { buttonClass } from '../../components/ui/button';
import { Menu } from '../../components/ui/overlay/menu';
import { accountOf, listenEvent } from '../../lib/content/listen-event';
import { fullName } from '../../lib/queries/people';
import { standingQuery } from '../../lib/queries/standing';
import { setTheme, useTheme } from '../../lib/browser/theme';
import { Bell } from './bell';
import { BottomBar } from './bottom-bar';
import { Brand } from './brand';
import { SidebarContent } from './sidebar-content';

const CommandPalette = lazy(() => import('./command-palette'));
const Drawer = lazy(() => import('./drawer'));
// If the code of an optional part cannot be loaded, the page must still work.
const nothing = { default: () => null };
const TooltipLayer = lazy(() =>
  import('../../components/ui/overlay/tooltip-layer').catch(() => nothing),
);
const AudioPlayer = lazy<ComponentType<{ account: string }>>(() =>
  import('../../components/content/audio-player').catch(() => nothing),
);
const SubscriptionBanner = lazy<ComponentType<{ standing: Standing; mayPay: boolean }>>(() =>
  import('../../features/tenancy/subscription-banner').catch(() => nothing),
);

/** The frame around every screen of a signed-in, approved user. */
export function AppShell({ user, children }: { user: User; children: ReactNode }) {
  const [drawer, setDrawer] = useState<'never' | 'open' | 'closed'>('never');
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [needsTooltips, setNeedsTooltips] = useState(false);
  const [hasPlayer, setHasPlayer] = useState(false);
  // The tooltips are loaded after the first use of pointer or keyboard. A pointer that already is
  // over the page causes an event too.
  useEffect(() => {
    if (needsTooltips) return;
    const touch = ({ target }: Event) => {
      if (target instanceof Element && target.closest('[data-tip]')) setNeedsTooltips(true);
    };
    const events = ['pointerover', 'focusin'] as const;
    for (const event of events) document.addEventListener(event, touch);
    return () => {
      for (const event of events) document.removeEventListener(event, touch);
    };
  }, [needsTooltips]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.shiftKey ||
        event.altKey
      )
        return;
      event.preventDefault();
      setPaletteOpen((open) => !open);
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
    };
  }, []);

  useEffect(() => {
    const show = () => setHasPlayer(true);
    window.addEventListener(listenEvent, show, { once: true });
    return () => {
      window.removeEventListener(listenEvent, show);
    };
  }, []);

  return (
    <div className="lg:pl-64">
      <a
        href="#content"
        data-noprint
        className={
          'fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-accent px-3 py-2 ' +
          'font-medium text-on-accent focus:translate-y-0'
        }
        onClick={(event) => {
          event.preventDefault();
          document.getElementById('content')?.focus();
        }}
      >
        Skip to content
      </a>
      <aside
        data-noprint
        className="fixed inset-y-0 left-0 z-30 hidden w-64 flex-col border-r bg-surface lg:flex"
      >
        <SidebarContent user={user} onSearch={() => setPaletteOpen(true)} />
      </aside>
      <header
        data-noprint
        data-top-bar
        className={
          'sticky top-0 z-30 flex h-14 items-center justify-between gap-2 border-b ' +
          'bg-surface px-2 lg:hidden'
        }
      >
        <button
          type="button"
          aria-label="Open menu"
          aria-haspopup="dialog"
          aria-expanded={drawer === 'open'}
          onClick={() => setDrawer('open')}
          className={buttonClass({ variant: 'ghost', size: 'icon' })}
        >
          <MenuIcon aria-hidden className="size-5" />
        </button>
        <Brand compact className="justify-center" />
        <span className="flex shrink-0 items-center">
          <Bell user={user} />
          <ProfileMenu user={user} />
        </span>
      </header>
      <main id="content" tabIndex={-1}>
        <SubscriptionNotice user={user} />
        {children}
      </main>
      <ThemeNote />
      <Suspense>{hasPlayer && <AudioPlayer account={accountOf(user)} />}</Suspense>
      <BottomBar user={user} isMenuOpen={drawer === 'open'} onMore={() => setDrawer('open')} />
      <Suspense>
        {needsTooltips && <TooltipLayer />}
        {drawer !== 'never' && (
          <Drawer
            user={user}
            open={drawer === 'open'}
            onOpenChange={(open) => setDrawer(open ? 'open' : 'closed')}
          />
        )}
        {isPaletteOpen && <CommandPalette user={user} onClose={() => setPaletteOpen(false)} />}
      </Suspense>
    </div>
  );
}

/**
 * Shows staff what the subscription of their church requires. It asks for that itself, so that the
 * answer does not render the whole shell again.
 */
function SubscriptionNotice({ user }: { user: User }) {
  const { data: standing } = useQuery({
    ...standingQuery,
    enabled: user.organizationId !== null && user.role !== 'member',
  });
  return (
    <Suspense>
      {standing?.notice && (
        <SubscriptionBanner standing={standing} mayPay={user.role === 'admin'} />
      )}
    </Suspense>
  );
}

/** Tells screen readers that the theme has changed. */
function ThemeNote() {
  const { dark } = useTheme();
  const [before, setBefore] = useState(dark);
  const [hasChanged, setChanged] = useState(false);
  if (dark !== before) {
    setBefore(dark);
    setChanged(true);
  }
  return (
    <span role="status" className="sr-only">
      {hasChanged && (dark ? 'The theme is dark now.' : 'The theme is light now.')}
    </span>
  );
}

function ProfileMenu({ user }: { user: User }) {
  const { dark } = useTheme();
  return (
    <Menu
      align="end"
      trigger={
        <button type="button" className="grid size-control place-items-center rounded-full">
          <span className="sr-only">Your account</span>
          <Avatar person={user} className="size-8" />
        </button>
      }
      entries={[
        { kind: 'label', label: fullName(user) || user.email },
        {
          kind: 'item',
          label: dark ? 'Light theme' : 'Dark theme',
          icon: dark ? Sun : Moon,
          onSelect: () => setTheme(dark ? 'light' : 'dark'),
        },
        { kind: 'link', label: 'My Profile', icon: CircleUserRound, href: '/profile' },
        { kind: 'link', label: 'Account Settings', icon: Settings, href: '/settings' },
        { kind: 'separator' },
        { kind: 'link', label: 'Logout', icon: LogOut, href: '/api/logout' },
      ]}
    />
  );
}
