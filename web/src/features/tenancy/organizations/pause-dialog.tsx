import { useState } from 'react';
import { formatLong, todayIn } from '#libs/calendar';
import type { Organization } from '#libs/contracts';
import { formatUsd, fromDecimal } from '#libs/money';
import { Confirm } from '../../../components/ui/overlay/dialog';
import { Field } from '../../../components/ui/form/field';
import { Checkbox, Input } from '../../../components/ui/form/input';
import { usePauseOrganization } from './change-organization';

export default function PauseDialog({
  church,
  onClose,
}: {
  church: Organization;
  onClose: () => void;
}) {
  const [reason, setReason] = useState('Non-payment');
  const [stopCollection, setStopCollection] = useState(false);
  const pause = usePauseOrganization(church.id);
  return (
    <Confirm
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Pause ${church.name}?`}
      description={
        'Its staff can read everything and change nothing; its members go on. They are ' +
        'told why.'
      }
      confirm="Pause Organization"
      pending={pause.isPending}
      pendingLabel="Pausing..."
      onConfirm={() => pause.mutate({ reason, stopCollection }, { onSuccess: onClose })}
    >
      <Field label="Reason">
        {(control) => (
          <Input {...control} value={reason} onChange={(event) => setReason(event.target.value)} />
        )}
      </Field>
      {church.paysByCard && (
        <div className="rounded-md bg-sunken px-3 py-2.5">
          <p>{stripeNote(church)}</p>
          {!church.subscriptionEndsAt && (
            <Checkbox
              className="mt-1"
              label="Stop collecting payments until it is resumed"
              checked={stopCollection}
              onChange={(event) => setStopCollection(event.target.checked)}
            />
          )}
        </div>
      )}
    </Confirm>
  );
}

/** Says what continues at Stripe while the church is paused. */
function stripeNote({
  subscriptionPrice,
  subscriptionStatus,
  subscriptionRenewsAt,
  subscriptionEndsAt,
  trialEndsAt,
}: Organization): string {
  const day = (instant: string) => formatLong(todayIn('UTC', new Date(instant)));
  if (subscriptionEndsAt)
    return (
      `Its subscription at Stripe was canceled and ends on ${day(subscriptionEndsAt)}; ` +
      'nothing more is charged.'
    );
  const next = subscriptionStatus === 'trial' ? trialEndsAt : subscriptionRenewsAt;
  return (
    'Its subscription at Stripe goes on: the card is charged ' +
    `${formatUsd(fromDecimal(subscriptionPrice))} a ` +
    `month${next ? `, next on ${day(next)}` : ''}.`
  );
}
