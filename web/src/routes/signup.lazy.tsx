import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { BadgeCheck, BookOpen, LifeBuoy, Mail, MailOpen, Settings2, UserPlus } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { trialDays } from '#libs/contracts';
import { Badge } from '../components/badge';
import { Card } from '../components/card';
import { settingsQuery } from '../lib/queries/settings';
import { PublicFrame } from './shell/public-frame';
import SignupLanding from './start/signup-landing';

export const SignupRoute = createLazyRoute('/signup')({ component: SignupLanding });
export const SignupSuccessRoute = createLazyRoute('/signup-success')({ component: SignupSuccess });

const steps = [
  { icon: MailOpen, title: 'Check your email', text: 'One message lets you choose your password, another says how to point your domain to us.' },
  { icon: Settings2, title: 'Complete the setup', text: 'Sign in and set your logo, your colour and how people reach you.' },
  { icon: UserPlus, title: 'Add team members', text: 'Invite your pastor and your secretary, and give them their roles.' },
  { icon: BookOpen, title: 'Add content', text: 'Import your donations, then publish what your members will look for.' },
];

function SignupSuccess() {
  const { church } = getRouteApi('/signup-success').useSearch();
  const { data: settings } = useQuery(settingsQuery);
  const address = church && /^[a-z0-9-]+$/.test(church) ? `${church}.${window.location.host.replace(/^portal\./, '')}` : null;
  return (
    <PublicFrame>
      <div className="mx-auto w-full max-w-3xl flex-1 space-y-8 px-4 pt-6 pb-20 sm:px-8">
        <div>
          <Badge tone="good" icon={BadgeCheck}>
            {trialDays.signup}-Day Free Trial Active
          </Badge>
          <h1 tabIndex={-1} data-page-heading className="mt-4 text-hero">
            Welcome to Church Connect!
          </h1>
          <p className="mt-3 text-read text-ink-2">Your church is registered, and its portal is ready.</p>
        </div>
        {address && (
          <Card title="Your portal's address">
            <p className="font-mono text-read break-all">{address}</p>
            <p className="mt-1 text-ink-2">Your own domain leads there as soon as its DNS records are set.</p>
          </Card>
        )}
        <Card title="Next steps">
          <ol className="grid gap-5 sm:grid-cols-2">
            {steps.map(({ icon: Icon, title, text }, index) => (
              <li key={title} className="flex gap-3">
                <span className="grid size-9 shrink-0 place-items-center rounded-md bg-accent-soft text-accent">
                  <Icon aria-hidden className="size-4.5" />
                </span>
                <div>
                  <p className="font-medium">
                    {index + 1}. {title}
                  </p>
                  <p className="text-ink-2">{text}</p>
                </div>
              </li>
            ))}
          </ol>
        </Card>
        {settings?.email && (
          <Card title="Need help?" icon={<LifeBuoy aria-hidden />}>
            <a href={`mailto:${settings.email}`} className="inline-flex items-center gap-2 font-medium text-accent underline-offset-4 hover:underline">
              <Mail aria-hidden className="size-4" />
              {settings.email}
            </a>
          </Card>
        )}
      </div>
    </PublicFrame>
  );
}
