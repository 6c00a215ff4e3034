import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BookOpen, CirclePlay, HandCoins } from 'lucide-react';
import { buttonClass } from '../../components/ui/button';
import { churchNameOf } from '../../lib/church';
import { cn } from '../../lib/cn';
import { activePicturesQuery } from '../../lib/queries/pictures';
import { settingsQuery } from '../../lib/queries/settings';
import { PublicFrame } from '../shell/public-frame';

const offers = [
  { icon: BookOpen, title: 'Bible study resources' },
  { icon: CirclePlay, title: 'Sermon archives' },
  { icon: HandCoins, title: 'Donation tracking' },
];

/** The start page for visitors, with the church's banner and background if it has them. */
export default function Landing() {
  const { data: settings } = useQuery(settingsQuery);
  const { data: pictures } = useQuery(activePicturesQuery);
  const banner = pictures?.find(({ type }) => type === 'banner');
  const background = pictures?.find(({ type }) => type === 'background');
  return (
    <PublicFrame>
      <div className={cn('relative isolate flex flex-1 flex-col', background && 'border-t pt-6')}>
        {background && (
          <img
            src={background.imageUrl}
            alt=""
            className="absolute inset-0 -z-10 size-full object-cover dark:brightness-60"
          />
        )}
        <div
          className={
            'mx-auto grid w-full max-w-[1120px] flex-1 items-center gap-12 px-4 pt-6 pb-20 ' +
            'sm:px-8 lg:grid-cols-[1.25fr_1fr]'
          }
        >
          {/* Over a picture, the text needs a background. */}
          <div className={cn(background && 'rounded-xl border bg-surface p-6 sm:p-8')}>
            {settings && (
              <p className="text-read font-medium text-accent">{churchNameOf(settings)}</p>
            )}
            <h1 tabIndex={-1} data-page-heading className="mt-2 text-hero">
              Members Portal
            </h1>
            <p className="mt-4 max-w-[46ch] text-read text-ink-2">
              Sign in to access our community resources, sermon archives, and donation tracking.
            </p>
            <div className="mt-7">
              <a href="/api/login" className={buttonClass({ variant: 'primary', size: 'lg' })}>
                Sign In
              </a>
            </div>
            <p className="mt-5 text-ink-2">
              New to the ministry?{' '}
              <Link
                to="/join"
                className="font-medium text-accent underline-offset-4 hover:underline"
              >
                Sign up
              </Link>{' '}
              to join our community.
            </p>
          </div>
          <aside className="overflow-hidden rounded-xl border bg-surface">
            {banner && (
              <img
                src={banner.imageUrl}
                alt={banner.title}
                className="aspect-[2/1] w-full object-cover"
              />
            )}
            <div className="p-6 sm:p-8">
              <p className="text-read text-ink-2">
                Access Bible study resources, sermon archives, and contribute to our mission.
              </p>
              <ul className="mt-5 divide-y border-t">
                {offers.map(({ icon: Icon, title }) => (
                  <li key={title} className="flex items-center gap-3.5 py-4 last:pb-0">
                    <span
                      className={
                        'grid size-9 place-items-center rounded-md bg-accent-soft ' + 'text-accent'
                      }
                    >
                      <Icon aria-hidden className="size-4.5" />
                    </span>
                    <span className="font-medium">{title}</span>
                  </li>
                ))}
              </ul>
            </div>
          </aside>
        </div>
      </div>
    </PublicFrame>
  );
}
