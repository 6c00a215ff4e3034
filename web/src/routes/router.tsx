import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { queryString } from '../lib/api';
import { parseSearch } from '../lib/search';
import { profileRoute, settingsRoute } from './identity/account';
import { announcementsAdminRoute } from './content/announcements-admin';
import { trashRoute } from './content/trash';
import { appearanceRoute, churchSettingsRoute } from './tenancy/appearance';
import { brothersAdminRoute } from './content/brothers-admin';
import { brothersInChristRoute } from './content/brothers-in-christ';
import { churchLedgerRoute } from './giving/church-ledger';
import { churchProgramRoute } from './content/church-program';
import { communityRoute } from './tenancy/community';
import { contentEditorRoute, contentRoute } from './content/content';
import { forgotPasswordRoute, resetPasswordRoute, verifyEmailRoute } from './identity/credentials';
import { donationImportRoute, donationImportsRoute } from './giving/donation-imports';
import { donationsRoute } from './giving/donations';
import { eventEditorRoute, eventsAdminRoute } from './content/events-admin';
import { fundraisersRoute } from './giving/fundraisers';
import { indexRoute } from './index';
import { joinChurchRoute, joinRoute } from './identity/join';
import { messagePastorRoute } from './support/message-pastor';
import { memberDonationsRoute } from './giving/member-donations';
import { notificationsRoute } from './content/notifications';
import { nuggetsRoute } from './content/nuggets';
import { pastorDashboardRoute, studyEditorRoute } from './content/pastor-dashboard';
import {
  auditRoute,
  membersRoute,
  rolesPermissionsRoute,
  userApprovalsRoute,
} from './identity/people';
import { organizationsRoute } from './tenancy/organizations';
import { resourcesRoute } from './content/resources';
import { rootRoute } from './root';
import { designRoutes } from './design';
import { sermonsRoute } from './content/sermons';
import { NotFoundPage } from './shell/not-found';
import { RouteError } from './shell/route-error';
import { signInCodeRoute, signInRoute } from './identity/sign-in';
import { signupRoute, signupSuccessRoute } from './identity/signup';
import { subscribeRoute } from './tenancy/subscribe';
import { supportRoute, supportTicketRoute } from './support/support';

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
  trashRoute,
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
