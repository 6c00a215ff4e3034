import { lazy, Suspense } from 'react';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { portalAccessOf, type User } from '#libs/contracts';

const route = getRouteApi('/');
const Landing = lazy(() => import('./start/landing'));
const Pending = lazy(() => import('./start/pending'));
const Suspended = lazy(() => import('./start/suspended'));
const Dashboard = lazy(() => import('./start/dashboard'));

export const Route = createLazyRoute('/')({ component: StartPage });

function StartPage() {
  const { user } = route.useRouteContext();
  return <Suspense>{screenOf(user)}</Suspense>;
}

function screenOf(user: User | null) {
  if (!user) return <Landing />;
  const gate = portalAccessOf(user);
  if (gate === 'pending') return <Pending />;
  return gate === 'suspended' ? <Suspended /> : <Dashboard user={user} />;
}
