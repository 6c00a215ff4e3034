import { createLazyRoute, getRouteApi, useNavigate } from '@tanstack/react-router';
import { CodeForm } from '../../features/identity/sign-in/code-form';
import { PublicColumn, PublicFrame } from '../shell/public-frame';
import { useFinishSignIn } from '../shell/use-finish-sign-in';

const route = getRouteApi('/sign-in/code');

export const Route = createLazyRoute('/sign-in/code')({ component: SignInCodePage });

function SignInCodePage() {
  const { next } = route.useSearch();
  const { method } = route.useRouteContext();
  const enter = useFinishSignIn();
  const navigate = useNavigate();
  const leave = (problem?: 'expired') =>
    void navigate({ to: '/sign-in', search: { next, problem }, replace: true });
  return (
    <PublicFrame>
      <PublicColumn>
        <h1 className="text-title">Enter your code</h1>
        <p className="mt-1 mb-6 text-ink-2">One more step, and you are in.</p>
        <CodeForm
          method={method}
          onSignedIn={(user) => void enter(user, next)}
          onBack={() => leave()}
          onEnded={() => leave('expired')}
        />
      </PublicColumn>
    </PublicFrame>
  );
}
