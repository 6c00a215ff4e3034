import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi, Link } from '@tanstack/react-router';
import { Church } from 'lucide-react';
import { Button } from '../../components/ui/button';
import { SkeletonLines } from '../../components/ui/skeleton';
import { EmptyState, QueryContent } from '../../components/ui/states';
import { RegisterForm } from '../../features/identity/sign-in/register-form';
import { SingleSignOn } from '../../features/identity/sign-in/single-sign-on';
import { churchesQuery } from '../../features/tenancy/churches';
import { settingsQuery } from '../../lib/queries/settings';
import { PublicColumn, PublicFrame } from '../shell/public-frame';

const invitation = getRouteApi('/join/$slug');

export const JoinRoute = createLazyRoute('/join')({
  component: () => <JoinPage slug={undefined} />,
});
export const JoinChurchRoute = createLazyRoute('/join/$slug')({
  component: function InvitationPage() {
    const { slug } = invitation.useParams();
    return <JoinPage slug={slug.toLowerCase()} />;
  },
});

function JoinPage({ slug }: { slug: string | undefined }) {
  const query = useQuery(churchesQuery);
  const { data: settings } = useQuery(settingsQuery);
  const [chosenSlug, setChosenSlug] = useState('');
  const [registeredEmail, setRegisteredEmail] = useState<string | null>(null);
  const onlyChurch = query.data?.length === 1 ? query.data[0] : undefined;
  const church = slug ? query.data?.find((candidate) => candidate.slug === slug) : onlyChurch;

  if (registeredEmail) {
    return (
      <PublicFrame>
        <PublicColumn>
          <h1 tabIndex={-1} data-page-heading className="text-title">
            Check your inbox
          </h1>
          <p className="mt-2 text-ink-2">
            We have sent a message to{' '}
            <strong className="font-medium text-ink">{registeredEmail}</strong>. Follow its link to
            confirm that the address is yours. Someone at the church approves you, typically within
            1-2 business days.
          </p>
          <p className="mt-2 text-ink-2">
            Nothing there? Look into your spam folder, or sign in to have it sent again.
          </p>
          <Button asChild variant="primary" className="mt-6">
            <Link to="/sign-in">Sign In</Link>
          </Button>
        </PublicColumn>
      </PublicFrame>
    );
  }
  return (
    <PublicFrame>
      <PublicColumn>
        <h1 tabIndex={-1} data-page-heading className="text-title">
          Create an account
        </h1>
        <p className="mt-1 mb-6 text-ink-2">
          {church ? `Join ${church.name}.` : 'Join your church.'} Someone there approves new
          members, typically within 1-2 business days.
        </p>
        <QueryContent
          query={query}
          errorTitle="The churches could not be loaded."
          placeholder={<SkeletonLines lines={6} />}
          isErrorFirst
        >
          {(churches) =>
            slug && !church ? (
              <EmptyState
                icon={Church}
                title="This invitation leads to no church."
                hint="Please check the link, or choose your church yourself."
                action={
                  <Button asChild>
                    <Link to="/join">Choose your church</Link>
                  </Button>
                }
              />
            ) : (
              <>
                {settings?.singleSignOn && (church ?? chosenSlug) && (
                  <SingleSignOn church={church?.slug ?? chosenSlug} />
                )}
                <RegisterForm
                  churches={churches}
                  slug={church?.slug}
                  onChurch={setChosenSlug}
                  onRegistered={({ email }) => setRegisteredEmail(email)}
                />
              </>
            )
          }
        </QueryContent>
        <p className="mt-6 text-ink-2">
          Already a member?{' '}
          <Link
            to="/sign-in"
            className="font-medium text-accent underline-offset-4 hover:underline"
          >
            Sign in
          </Link>
        </p>
      </PublicColumn>
    </PublicFrame>
  );
}
