import { createRoute } from '@tanstack/react-router';
import { requireMember } from '../lib/guard';
import { whenShown } from '../lib/when-shown';
import { rootRoute } from './root';

export const messagePastorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/message-pastor',
  staticData: { title: 'Message Pastor' },
  beforeLoad: ({ context }) => {
    requireMember(context);
  },
  loader: ({ context: { queryClient } }) => whenShown((shown) => shown.messages(queryClient)),
}).lazy(() => import('./message-pastor.lazy').then((module) => module.Route));
