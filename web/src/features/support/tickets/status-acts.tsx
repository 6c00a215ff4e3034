import { CircleCheck } from 'lucide-react';
import type { Ticket } from '#libs/contracts';
import { Button } from '../../../components/ui/button';
import { ChoiceMenu } from '../../../components/ui/form/choice-menu';
import { ticketStatuses } from '../../../lib/choices';
import { useChangeTicket, useResolveTicket } from './change-ticket';
import { statusLabels } from './words';

/** The state of a ticket, and the way to its end. */
export function StatusActs({ ticket: { id, status } }: { ticket: Ticket }) {
  const change = useChangeTicket(id);
  const resolve = useResolveTicket(id);
  const shown = (change.isPending && change.variables.status) || status;
  return (
    <>
      <ChoiceMenu
        label="Status"
        className="sm:w-auto"
        value={shown}
        text={statusLabels[shown]}
        options={ticketStatuses.map((value) => ({ value, label: statusLabels[value] }))}
        onChoose={(wanted) => change.mutate({ status: wanted })}
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
