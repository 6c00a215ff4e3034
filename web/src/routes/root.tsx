import { type ComponentType, lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { noop, useQuery, useQueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { portalAccessOf } from '#libs/contracts';
import PlainToaster from '../components/ui/overlay/plain-toaster';
import { churchNameOf } from '../lib/church';
import { type RouterContext } from '../lib/guard';
import { watchLive } from '../lib/live';
import { settingsQuery } from '../lib/queries/settings';
import { userQuery } from '../lib/queries/user';
import { restoreLostFocus } from '../lib/browser/restore-lost-focus';
import { applyAccent } from '../lib/browser/theme';
import { toastStore } from '../lib/toast';
import { NotFoundPage } from './shell/not-found';
import { RouteError } from './shell/route-error';
import { usePageChanges } from './shell/use-page-changes';

const AppShell = lazy(() =>
  import('./shell/app-shell').then((module) => ({ default: module.AppShell })),
);

/** The title of the page on which a church registers. */
export const signupTitle = 'Register your church';

const SignupLanding = lazy(() => import('./start/signup-landing'));

// The toaster is loaded when the user first touches the page, because its first message may be that
// the network is down.
const loadToaster = (): Promise<{ default: ComponentType }> =>
  import('../components/ui/overlay/toaster').catch(() => ({ default: PlainToaster }));
const Toaster = lazy(loadToaster);

/** Loads the user before any route is chosen. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ context: { queryClient }, location }) => {
    // Load both at the same time. On the portal host nobody is signed in, and only one page is
    // shown.
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
  const hasToast = useSyncExternalStore(toastStore.subscribe, () => toastStore.wasUsed());

  useEffect(() => {
    if (settings) void applyAccent(settings.primaryColor);
  }, [settings]);

  useEffect(restoreLostFocus, []);

  useEffect(() => {
    const preloadToaster = () => void loadToaster();
    for (const event of ['pointerdown', 'keydown'])
      window.addEventListener(event, preloadToaster, { once: true });
    return () => {
      for (const event of ['pointerdown', 'keydown'])
        window.removeEventListener(event, preloadToaster);
    };
  }, []);

  // Delete drafts of other users. If no user has been signed in since the page was loaded, delete
  // all drafts. When a session ends on this page, keep them, so that the same user can continue.
  const wasSignedIn = useRef(false);
  const [owner, church] = [user?.id, user?.organizationId ?? null];
  useEffect(() => {
    if (owner === undefined && wasSignedIn.current) return;
    wasSignedIn.current = owner !== undefined;
    const watch = import('../lib/forms/drafts').then(
      ({ watchDrafts }) =>
        watchDrafts(owner === undefined ? null : { id: owner, organizationId: church }),
      noop,
    );
    return () => void watch.then((stop) => stop?.());
  }, [owner, church]);

  // Let the routes decide again when the user's access has changed: signed out in another tab,
  // approved, suspended or another role. Not on the first render, because they have just decided.
  const access = user ? `${user.id} ${user.role} ${portalAccessOf(user)}` : 'out';
  const accessOfRoutes = useRef(access);
  useEffect(() => {
    if (accessOfRoutes.current === access) return;
    accessOfRoutes.current = access;
    void router.invalidate();
    void client.invalidateQueries({ queryKey: settingsQuery.queryKey });
  }, [router, client, access]);

  const isInside = user != null && portalAccessOf(user) === 'open';
  useEffect(() => (isInside ? watchLive(client) : undefined), [client, isInside, owner, church]);

  const { pathname } = useLocation();
  const isSignupOnly =
    settings?.isPortalHost === true && !user && pathname.toLowerCase() !== '/signup-success';
  usePageChanges({
    churchName: churchNameOf(settings),
    isInside: user != null,
    onlyTitle: isSignupOnly ? signupTitle : null,
  });
  return (
    <>
      {isInside && (
        <Suspense>
          <AppShell user={user}>
            <Outlet />
          </AppShell>
        </Suspense>
      )}
      {isSignupOnly && (
        <Suspense>
          <SignupLanding />
        </Suspense>
      )}
      {!isInside && !isSignupOnly && <Outlet />}
      {hasToast && (
        <Suspense>
          <Toaster />
        </Suspense>
      )}
    </>
  );
}
