import { useQuery } from '@tanstack/react-query';
import { LogOut, Mail, PauseCircle, Phone } from 'lucide-react';
import { Badge } from '../../components/ui/badge';
import { buttonClass } from '../../components/ui/button';
import { fallbacks } from '../../lib/church';
import { settingsQuery } from '../../lib/queries/settings';
import { PublicColumn, PublicFrame } from '../shell/public-frame';
import { mailTo } from '../../lib/mail-to';

/** The page for a suspended user. */
export default function Suspended() {
  const { data: settings } = useQuery(settingsQuery);
  return (
    <PublicFrame>
      <PublicColumn>
        <Badge tone="bad" icon={PauseCircle}>
          Suspended
        </Badge>
        <h1 tabIndex={-1} data-page-heading className="mt-4 text-title">
          Account Suspended
        </h1>
        <p className="mt-2 text-ink-2">
          This suspension is temporary. Nothing of yours has been deleted. Please contact the
          church, and they will help you.
        </p>
        <ul className="mt-6 space-y-3 rounded-lg border bg-surface p-5">
          <li className="flex gap-3">
            <Mail aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
            {settings?.email ? (
              <a
                href={mailTo(settings.email)}
                className="break-all text-accent underline-offset-4 hover:underline"
              >
                {settings.email}
              </a>
            ) : (
              fallbacks.email
            )}
          </li>
          <li className="flex gap-3">
            <Phone aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
            {settings?.phoneNumber ? (
              <a
                href={`tel:${settings.phoneNumber.replace(/[^\d+]/g, '')}`}
                className="text-accent underline-offset-4 hover:underline"
              >
                {settings.phoneNumber}
              </a>
            ) : (
              fallbacks.phoneNumber
            )}
          </li>
        </ul>
        <a href="/api/logout" className={buttonClass({ className: 'mt-8' })}>
          <LogOut aria-hidden className="size-4" />
          Sign Out
        </a>
      </PublicColumn>
    </PublicFrame>
  );
}
