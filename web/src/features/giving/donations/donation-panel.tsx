import { Pencil, RotateCcw, Trash2 } from 'lucide-react';
import type { Donation } from '#libs/contracts';
import { Button } from '../../../components/ui/button';
import { SidePanel } from '../../../components/ui/overlay/side-panel';
import { DonationDetails } from './donation-details';
import { type DonationActions } from './row-actions';

const donorKindLabels: Record<Donation['donorKind'], string> = {
  member: 'Member',
  guest: 'Guest',
  unidentified: 'Giver unknown',
};

export default function DonationPanel({
  donation,
  actions,
  restoring,
  onClose,
}: {
  donation: Donation | null;
  actions: DonationActions;
  restoring: boolean;
  onClose: () => void;
}) {
  return (
    <SidePanel
      open={donation !== null}
      onClose={onClose}
      title={donation?.donorName ?? ''}
      description={donorKindLabels[donation?.donorKind ?? 'member']}
      footer={
        donation &&
        (donation.state === 'deleted' ? (
          <Button
            onClick={() => actions.restore(donation)}
            pending={restoring}
            pendingLabel="Restoring…"
          >
            <RotateCcw aria-hidden className="size-4" />
            Restore
          </Button>
        ) : (
          <>
            <Button
              onClick={() => {
                actions.edit(donation);
              }}
            >
              <Pencil aria-hidden className="size-4" />
              Edit
            </Button>
            <Button
              variant="quietDanger"
              onClick={() => {
                actions.remove(donation);
              }}
            >
              <Trash2 aria-hidden className="size-4" />
              Delete
            </Button>
          </>
        ))
      }
    >
      {donation && <DonationDetails key={donation.id} donation={donation} />}
    </SidePanel>
  );
}
