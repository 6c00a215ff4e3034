import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from '@tanstack/react-router';
import { queryString } from './lib/api';
import { endStartOfPage } from './lib/batch';
import { leaveLayerEntries } from './lib/browser/leave-layer-entries';
import { receivePopStateBeforeRouter } from './lib/browser/popstate-before-router';
import { makeQueryClient } from './lib/query-client';
import { userQuery } from './lib/queries/user';
import './lib/router-types';
import { onSignInInOtherTab } from './lib/session-hint';
import { toastError } from './lib/toast';
import { makeRouter } from './routes/router';
import './styles/index.css';
import 'virtual:menu-icons.css';

function start(): void {
  const queryClient = makeQueryClient(() => {
    // A 401 after the sign-in means that the session has ended elsewhere. After signing in again,
    // the user returns to this page.
    if (!queryClient.getQueryData(userQuery.queryKey)) return;
    const { href } = router.state.location;
    toastError('Your session has ended. Please sign in again.', undefined, 'Signed out');
    queryClient.setQueryData(userQuery.queryKey, null);
    queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'auth' });
    // Leave without asking for confirmation: what the user typed is kept as the draft of the form.
    void router.navigate({ href: `/sign-in${queryString({ next: href })}`, ignoreBlocker: true });
  });
  for (const event of ['pointerdown', 'keydown', 'click'])
    window.addEventListener(event, endStartOfPage, { once: true, capture: true });
  receivePopStateBeforeRouter();
  const router = makeRouter(queryClient);
  onSignInInOtherTab(() => void queryClient.invalidateQueries({ queryKey: userQuery.queryKey }));

  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}

leaveLayerEntries(start);
