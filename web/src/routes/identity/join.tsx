import { createRoute, redirect } from '@tanstack/react-router';
import { churchesQuery } from '../../features/tenancy/churches';
import { prefetch } from '../../lib/prefetch';
import { type SessionContext } from '../../lib/guard';
import { rootRoute } from '../root';

const signedOutOnly = ({ context }: { context: SessionContext }) => {
  if (context.user) throw redirect({ to: '/', replace: true });
};

/** Creates an account. On a host of several churches the user chooses the church. */
export const joinRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/join',
  staticData: { title: 'Create an account' },
  beforeLoad: signedOutOnly,
  loader: ({ context }) => {
    prefetch(context.queryClient.query(churchesQuery));
  },
}).lazy(() => import('./join.lazy').then((module) => module.JoinRoute));

/** The registration page of one church, to which invitations lead. */
export const joinChurchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/join/$slug',
  staticData: { title: 'Create an account' },
  beforeLoad: signedOutOnly,
  loader: ({ context }) => {
    prefetch(context.queryClient.query(churchesQuery));
  },
}).lazy(() => import('./join.lazy').then((module) => module.JoinChurchRoute));
