import { Check, Hourglass, LogOut } from 'lucide-react';
import { Badge } from '../../components/ui/badge';
import { buttonClass } from '../../components/ui/button';
import { UnconfirmedNote } from '../../features/identity/account/unconfirmed-note';
import { PublicColumn, PublicFrame } from '../shell/public-frame';

const benefits = [
  'Bible study resources and sermon archives',
  'Church program and community news',
  'Your own giving history and annual pledge',
  'Messages to the pastor',
];

/** The page for a user who is not approved yet. */
export default function Pending() {
  return (
    <PublicFrame>
      <PublicColumn>
        <Badge tone="hold" icon={Hourglass}>
          Pending approval
        </Badge>
        <h1 tabIndex={-1} data-page-heading className="mt-4 text-title">
          Your account is awaiting approval
        </h1>
        <p className="mt-2 text-ink-2">
          Someone at the church will look at your registration. This typically takes 1-2 business
          days. You can come back to this page at any time.
        </p>
        <UnconfirmedNote />
        <h2 className="mt-8 text-card">What members find here</h2>
        <ul className="mt-3 space-y-2.5">
          {benefits.map((benefit) => (
            <li key={benefit} className="flex gap-2.5">
              <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
              {benefit}
            </li>
          ))}
        </ul>
        <a href="/api/logout" className={buttonClass({ className: 'mt-8' })}>
          <LogOut aria-hidden className="size-4" />
          Sign Out
        </a>
      </PublicColumn>
    </PublicFrame>
  );
}
