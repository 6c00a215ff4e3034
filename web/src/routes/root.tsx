import { type ComponentType, lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { noop, useQuery, useQueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { gateOf } from '#libs/contracts';
import PlainToaster from '../components/ui/overlay/plain-toaster';
import { churchNameOf } from '../lib/church';
import { type RouterContext } from '../lib/guard';
import { watchLive } from '../lib/live';
import { settingsQuery } from '../lib/queries/settings';
import { userQuery } from '../lib/queries/user';
import { applyAccent } from '../lib/browser/theme';
import { toastStore } from '../lib/toast';
import { NotFoundPage } from './shell/not-found';
import { RouteError } from './shell/route-error';
import { usePageChanges } from './shell/use-page-changes';

const AppShell = lazy(() =>
  import('./shell/app-shell').then((module) => ({ default: module.AppShell })),
);

const SignupLanding = lazy(() => import('./start/signup-landing'));

// It comes with the first touch of the page: the first thing it has to say may be that the network is gone.
const loadToaster = (): Promise<{ default: ComponentType }> =>
  import('../components/ui/overlay/toaster').catch(() => ({ default: PlainToaster }));
const Toaster = lazy(loadToaster);

/** Knows who is signed in before any route decides what it is. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ context: { queryClient }, location }) => {
    // both at once: the portal's own host has no one signed in and shows one page only
    const [user, settings] = await Promise.all([
      queryClient.query({ ...userQuery, staleTime: 'static' }),
      queryClient.query({ ...settingsQuery, staleTime: 'static' }).catch(() => undefined),
    ]);
    return { user, href: settings?.isPortalHost ? null : location.href };
  },
  component: Root,
  notFoundComponent: NotFoundPage,
  errorComponent: RouteError,
});

function Root() {
  const router = useRouter();
  const client = useQueryClient();
  const { data: user } = useQuery(userQuery);
  const { data: settings } = useQuery(settingsQuery);
  const hasToast = useSyncExternalStore(toastStore.subscribe, () => toastStore.used());

  useEffect(() => {
    if (settings) void applyAccent(settings.primaryColor);
  }, [settings]);

  useEffect(() => {
    const preloadToaster = () => void loadToaster();
    for (const event of ['pointerdown', 'keydown'])
      window.addEventListener(event, preloadToaster, { once: true });
    return () => {
      for (const event of ['pointerdown', 'keydown'])
        window.removeEventListener(event, preloadToaster);
    };
  }, []);

  // Where nobody has been signed in since the page came, nobody goes on with what was typed here.
  const wasIn = useRef(false);
  const [owner, church] = [user?.id, user?.organizationId ?? null];
  useEffect(() => {
    if (owner === undefined && wasIn.current) return;
    wasIn.current = owner !== undefined;
    const watch = import('../lib/forms/drafts').then(
      ({ watchDrafts }) =>
        watchDrafts(owner === undefined ? null : { id: owner, organizationId: church }),
      noop,
    );
    return () => void watch.then((stop) => stop?.());
  }, [owner, church]);

  // Signed out elsewhere, approved, suspended, another role: the routes decide again. Not at first: they have just decided.
  const standing = user ? `${user.id} ${user.role} ${gateOf(user)}` : 'out';
  const decidedFor = useRef(standing);
  useEffect(() => {
    if (decidedFor.current === standing) return;
    decidedFor.current = standing;
    void router.invalidate();
    void client.invalidateQueries({ queryKey: settingsQuery.queryKey });
  }, [router, client, standing]);

  const isInside = user != null && gateOf(user) === 'open';
  usePageChanges(churchNameOf(settings), user != null);
  useEffect(() => (isInside ? watchLive(client) : undefined), [client, isInside, owner, church]);

  const { pathname } = useLocation();
  const isSignupOnly =
    settings?.isPortalHost === true && !user && pathname.toLowerCase() !== '/signup-success';
  return (
    <>
      {user && isInside ? (
        <Suspense>
          <AppShell user={user}>
            <Outlet />
          </AppShell>
        </Suspense>
      ) : isSignupOnly ? (
        <Suspense>
          <SignupLanding />
        </Suspense>
      ) : (
        <Outlet />
      )}
      {hasToast && (
        <Suspense>
          <Toaster />
        </Suspense>
      )}
    </>
  );
}
