import { createRoute } from '@tanstack/react-router';
import { requireMember } from '../../lib/guard';
import { messagesQuery } from '../../lib/queries/messages';
import { prefetch } from '../../lib/prefetch';
import { rootRoute } from '../root';

export const messagePastorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/message-pastor',
  staticData: { title: 'Message Pastor' },
  beforeLoad: ({ context }) => {
    requireMember(context);
  },
  loader: ({ context: { queryClient } }) => prefetch(queryClient.query(messagesQuery)),
}).lazy(() => import('./message-pastor.lazy').then((module) => module.Route));
