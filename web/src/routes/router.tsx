import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { queryString } from '../lib/api';
import { parseSearch } from '../lib/search';
import { profileRoute, settingsRoute } from './account';
import { announcementsAdminRoute } from './announcements-admin';
import { appearanceRoute, churchSettingsRoute } from './appearance';
import { brothersAdminRoute } from './brothers-admin';
import { brothersInChristRoute } from './brothers-in-christ';
import { churchLedgerRoute } from './church-ledger';
import { churchProgramRoute } from './church-program';
import { communityRoute } from './community';
import { contentEditorRoute, contentRoute } from './content';
import { forgotPasswordRoute, resetPasswordRoute, verifyEmailRoute } from './credentials';
import { donationImportRoute, donationImportsRoute } from './donation-imports';
import { donationsRoute } from './donations';
import { eventEditorRoute, eventsAdminRoute } from './events-admin';
import { fundraisersRoute } from './fundraisers';
import { indexRoute } from './index';
import { joinChurchRoute, joinRoute } from './join';
import { messagePastorRoute } from './message-pastor';
import { memberDonationsRoute } from './member-donations';
import { notificationsRoute } from './notifications';
import { nuggetsRoute } from './nuggets';
import { pastorDashboardRoute, studyEditorRoute } from './pastor-dashboard';
import { auditRoute, membersRoute, rolesPermissionsRoute, userApprovalsRoute } from './people';
import { organizationsRoute } from './organizations';
import { resourcesRoute } from './resources';
import { rootRoute } from './root';
import { designRoutes } from './design';
import { sermonsRoute } from './sermons';
import { NotFoundPage } from './shell/not-found';
import { RouteError } from './shell/route-error';
import { signInCodeRoute, signInRoute } from './sign-in';
import { signupRoute, signupSuccessRoute } from './signup';
import { subscribeRoute } from './subscribe';
import { supportRoute, supportTicketRoute } from './support';

const routeTree = rootRoute.addChildren([
  indexRoute,
  signInRoute,
  signInCodeRoute,
  joinRoute,
  joinChurchRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  verifyEmailRoute,
  signupRoute,
  signupSuccessRoute,
  subscribeRoute,
  profileRoute,
  settingsRoute,
  churchProgramRoute,
  resourcesRoute,
  nuggetsRoute,
  sermonsRoute,
  communityRoute,
  brothersInChristRoute,
  messagePastorRoute,
  supportRoute,
  supportTicketRoute,
  notificationsRoute,
  donationsRoute,
  memberDonationsRoute,
  donationImportsRoute,
  donationImportRoute,
  churchLedgerRoute,
  fundraisersRoute,
  organizationsRoute,
  membersRoute,
  userApprovalsRoute,
  rolesPermissionsRoute,
  auditRoute,
  appearanceRoute,
  churchSettingsRoute,
  eventsAdminRoute,
  eventEditorRoute,
  announcementsAdminRoute,
  brothersAdminRoute,
  pastorDashboardRoute,
  studyEditorRoute,
  contentRoute,
  contentEditorRoute,
  ...designRoutes,
]);

export function makeRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    caseSensitive: false,
    notFoundMode: 'root',
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: RouteError,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    parseSearch,
    stringifySearch: (search: Record<string, unknown>) =>
      queryString(search as Record<string, string | number | undefined>),
    Wrap: ({ children }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
