import { lazy, Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { SignInForm } from '../../features/identity/sign-in/sign-in-form';
import { SingleSignOn } from '../../features/identity/sign-in/single-sign-on';
import { settingsQuery } from '../../lib/queries/settings';
import { PublicColumn, PublicFrame } from '../shell/public-frame';
import { useFinishSignIn } from '../shell/use-finish-sign-in';

const SignInProblemNote = lazy(() => import('../../features/identity/sign-in/sign-in-problem'));

const route = getRouteApi('/sign-in');

export const Route = createLazyRoute('/sign-in')({ component: SignInPage });

function SignInPage() {
  const { next, problem } = route.useSearch();
  const { data: settings } = useQuery(settingsQuery);
  const enter = useFinishSignIn();
  const navigate = useNavigate();
  return (
    <PublicFrame>
      <PublicColumn>
        <h1 tabIndex={-1} data-page-heading className="text-title">
          Sign in
        </h1>
        <p className="mt-1 mb-6 text-ink-2">Welcome back.</p>
        {problem && (
          <Suspense>
            <div className="mb-6">
              <SignInProblemNote code={problem} />
            </div>
          </Suspense>
        )}
        {settings?.singleSignOn && <SingleSignOn next={next} />}
        <SignInForm
          onSignedIn={(user) => void enter(user, next)}
          onWaiting={() => void navigate({ to: '/sign-in/code', search: { next } })}
        />
        <p className="mt-6 text-ink-2">
          New here?{' '}
          <Link to="/join" className="font-medium text-accent underline-offset-4 hover:underline">
            Create an account
          </Link>
        </p>
      </PublicColumn>
    </PublicFrame>
  );
}
