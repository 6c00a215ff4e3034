import { useState } from 'react';
import type { Organization } from '#libs/contracts';
import { Confirm } from '../../../components/dialog';
import { Field } from '../../../components/field';
import { Input } from '../../../components/input';
import { usePauseOrganization } from './change-organization';

export default function PauseDialog({ church, onClose }: { church: Organization; onClose: () => void }) {
  const [reason, setReason] = useState('Non-payment');
  const pause = usePauseOrganization(church.id);
  return (
    <Confirm
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Pause ${church.name}?`}
      description="Its staff can read everything and change nothing; its members go on. They are told why."
      confirm="Pause Organization"
      pending={pause.isPending}
      pendingLabel="Pausing..."
      onConfirm={() => pause.mutate(reason, { onSuccess: onClose })}
    >
      <Field label="Reason">{(control) => <Input {...control} value={reason} onChange={(event) => setReason(event.target.value)} />}</Field>
    </Confirm>
  );
}
