import { CircleCheck } from 'lucide-react';
import type { Ticket } from '#libs/contracts';
import { Button } from '../../../components/ui/button';
import { ChoiceMenu } from '../../../components/ui/form/choice-menu';
import { ticketStatuses } from '../../../lib/choices';
import { useChangeTicket, useResolveTicket } from './change-ticket';
import { statusLabels } from './words';

/** The status of a ticket, and the button that resolves it. */
export function StatusActions({ ticket: { id, status } }: { ticket: Ticket }) {
  const change = useChangeTicket(id);
  const resolve = useResolveTicket(id);
  const shownStatus = (change.isPending && change.variables.status) || status;
  return (
    <>
      <ChoiceMenu
        label="Status"
        className="sm:w-auto"
        value={shownStatus}
        text={statusLabels[shownStatus]}
        options={ticketStatuses.map((value) => ({ value, label: statusLabels[value] }))}
        onChoose={(newStatus) => change.mutate({ status: newStatus })}
      />
      {status !== 'resolved' && (
        <Button
          pending={resolve.isPending}
          pendingLabel="Resolving..."
          onClick={() => {
            if (!resolve.isPending) resolve.mutate();
          }}
        >
          <CircleCheck aria-hidden className="size-4" />
          Resolve
        </Button>
      )}
    </>
  );
}
