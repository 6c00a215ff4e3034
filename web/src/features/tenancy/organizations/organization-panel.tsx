import { CirclePause, CirclePlay, MailPlus, Pencil, UserRoundX } from 'lucide-react';
import { formatLong } from '#libs/calendar';
import { plans, type Organization } from '#libs/contracts';
import { Badge } from '../../../components/ui/badge';
import { Button } from '../../../components/ui/button';
import { Facts } from '../../../components/ui/facts';
import { SidePanel } from '../../../components/ui/overlay/side-panel';
import { formatCount, formatMoment } from '../../../lib/format';
import { formatStorage, type OrganizationActions, ChurchStateBadge } from './organization-columns';

export interface OrganizationPanelProps {
  church: Organization | null;
  actions: OrganizationActions;
  onClose: () => void;
}

const planName = ({ subscriptionPlan }: Organization) =>
  plans.find(({ id }) => id === subscriptionPlan)?.name ?? subscriptionPlan;

/** The data that the platform has about a church, without the church's own data. */
export default function OrganizationPanel({ church, actions, onClose }: OrganizationPanelProps) {
  return (
    <SidePanel
      open={church !== null}
      onClose={onClose}
      title={church?.name ?? ''}
      description={church?.slug}
      footer={
        church && (
          <>
            <Button size="sm" onClick={() => actions.edit(church)}>
              <Pencil aria-hidden className="size-4" />
              Edit
            </Button>
            {church.administrators === 0 && (
              <Button size="sm" onClick={() => actions.contact(church)}>
                <MailPlus aria-hidden className="size-4" />
                Send Invitation…
              </Button>
            )}
            {church.isPaused ? (
              <Button size="sm" onClick={() => actions.resume(church)}>
                <CirclePlay aria-hidden className="size-4" />
                Resume
              </Button>
            ) : (
              <Button size="sm" variant="quietDanger" onClick={() => actions.pause(church)}>
                <CirclePause aria-hidden className="size-4" />
                Pause…
              </Button>
            )}
          </>
        )
      }
    >
      {church && <ChurchFacts church={church} />}
    </SidePanel>
  );
}

const day = (instant: string | null) => instant && formatLong(instant.slice(0, 10));

function ChurchFacts({ church }: { church: Organization }) {
  const facts = [
    { label: 'Contact', value: church.email },
    { label: 'Phone', value: church.phone },
    { label: 'Address', value: church.address },
    { label: 'Website', value: church.website },
    { label: 'Own domain', value: church.customDomain },
    {
      label: 'Plan',
      value: `${planName(church)}, $${church.subscriptionPrice} a month`,
    },
    { label: 'Pays by card', value: church.paysByCard ? 'Yes' : 'No' },
    {
      label: 'Trial ends',
      value: church.subscriptionStatus === 'trial' && day(church.trialEndsAt),
    },
    { label: 'Next payment', value: day(church.subscriptionRenewsAt) },
    { label: 'Ends', value: day(church.subscriptionEndsAt) },
    { label: 'Promo codes used', value: church.usedPromoCodes.join(', ') },
    {
      label: 'Members',
      value:
        `${formatCount(church.members)} of ` +
        (church.memberLimit === null ? '∞' : formatCount(church.memberLimit)),
    },
    { label: 'Administrators', value: formatCount(church.administrators) },
    { label: 'Storage', value: formatStorage(church.storage) },
    { label: 'Paused', value: church.pausedAt && formatMoment(church.pausedAt) },
    { label: 'Reason', value: church.pausedReason },
    { label: 'Created', value: day(church.createdAt) },
    { label: 'Description', value: church.description },
  ].filter((fact) => fact.value);
  return (
    <>
      <div className="flex flex-wrap gap-1.5">
        <ChurchStateBadge church={church} />
        {church.administrators === 0 && (
          <Badge tone="hold" icon={UserRoundX}>
            No administrator yet
          </Badge>
        )}
      </div>
      <Facts facts={facts} />
      {church.administrators === 0 && church.email && (
        <p className="mt-4 text-ink-2">
          {church.email} has an email with a link that makes them its first administrator.
        </p>
      )}
    </>
  );
}
