import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import {
  BadgeCheck,
  BookOpen,
  FileSpreadsheet,
  LifeBuoy,
  MailOpen,
  MailPlus,
  Palette,
  Settings2,
  UserPlus,
} from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { trialDays } from '#libs/contracts';
import { Badge } from '../../components/ui/badge';
import { Card } from '../../components/ui/card';
import { PlatformContact } from '../../components/church/platform-contact';
import { settingsQuery } from '../../lib/queries/settings';
import { PublicFrame } from '../shell/public-frame';
import SignupLanding from '../start/signup-landing';

export const SignupRoute = createLazyRoute('/signup')({ component: SignupLanding });
export const SignupSuccessRoute = createLazyRoute('/signup-success')({ component: SignupSuccess });

const steps = [
  {
    icon: MailOpen,
    title: 'Check your email',
    text: 'One message lets you choose your password, another says how to point your domain to us.',
  },
  {
    icon: Settings2,
    title: 'Complete the setup',
    text: 'Sign in and set your logo, your color and how people reach you.',
  },
  {
    icon: UserPlus,
    title: 'Add team members',
    text: 'Invite your pastor and your secretary, and give them their roles.',
  },
  {
    icon: BookOpen,
    title: 'Add content',
    text: 'Import your donations, then publish what your members will look for.',
  },
];

/** The links into the new portal. A user who is not signed in does that first. */
const resources = [
  {
    icon: Palette,
    title: 'Make it yours',
    text: 'Logo, color and pictures, on every page and in every email.',
    to: '/admin/appearance',
  },
  {
    icon: MailPlus,
    title: 'Invite your team',
    text: 'By email, by a link, or from a list that you have.',
    to: '/admin/members',
  },
  {
    icon: FileSpreadsheet,
    title: 'Bring your giving along',
    text: 'A year of donations from your bank’s or your old system’s file.',
    to: '/admin/donation-imports',
  },
];

function SignupSuccess() {
  const { church } = getRouteApi('/signup-success').useSearch();
  const { data: settings } = useQuery(settingsQuery);
  const url =
    settings && church && /^[a-z0-9-]+$/.test(church)
      ? settings.churchUrl.replace('//church.', `//${church}.`)
      : null;
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
          <p className="mt-3 text-read text-ink-2">
            Your church is registered, and its portal is ready.
          </p>
        </div>
        {url && (
          <Card title="Your portal's address">
            <a
              href={url}
              className={
                'font-mono text-read break-all text-accent underline-offset-4 ' + 'hover:underline'
              }
            >
              {url.replace(/^https?:\/\//, '')}
            </a>
            <p className="mt-1 text-ink-2">
              Your own domain leads there as soon as its DNS records are set.
            </p>
          </Card>
        )}
        <Card title="Next steps">
          <ol className="grid gap-5 sm:grid-cols-2">
            {steps.map(({ icon: Icon, title, text }, index) => (
              <li key={title} className="flex gap-3">
                <span
                  className={
                    'grid size-9 shrink-0 place-items-center rounded-md bg-accent-soft ' +
                    'text-accent'
                  }
                >
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
        {url && (
          <section aria-labelledby="resources">
            <h2 id="resources" className="text-card">
              Good to begin with
            </h2>
            <ul className="mt-3 grid gap-4 sm:grid-cols-3">
              {resources.map(({ icon: Icon, title, text, to }) => (
                <li key={to} className="relative rounded-lg border bg-surface p-4 sm:p-5">
                  <Icon aria-hidden className="size-5 text-accent" />
                  <h3 className="mt-3 font-medium">
                    <a
                      href={`${url}/sign-in?next=${to}`}
                      className="after:absolute after:inset-0 hover:underline"
                    >
                      {title}
                    </a>
                  </h3>
                  <p className="mt-1 text-ink-2">{text}</p>
                </li>
              ))}
            </ul>
          </section>
        )}
        <Card title="Need help?" icon={<LifeBuoy aria-hidden />}>
          <p>
            <PlatformContact settings={settings} />
          </p>
          <p className="mt-1 text-ink-2">
            No email yet? Check your spam folder. “Forgot your password?” on your portal’s sign-in
            page sends it again.
          </p>
        </Card>
      </div>
    </PublicFrame>
  );
}
