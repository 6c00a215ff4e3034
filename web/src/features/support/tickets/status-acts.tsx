import { CircleCheck } from 'lucide-react';
import type { Ticket } from '#libs/contracts';
import { Button } from '../../../components/button';
import { Select } from '../../../components/input';
import { ticketStatuses } from '../../../lib/choices';
import { useChangeTicket, useResolveTicket } from './change-ticket';
import { statusLabels } from './words';

/** The state of a ticket, and the way to its end. */
export function StatusActs({ ticket: { id, status } }: { ticket: Ticket }) {
  const change = useChangeTicket(id);
  const resolve = useResolveTicket(id);
  return (
    <>
      <Select
        aria-label="Status"
        className="sm:w-auto"
        value={(change.isPending && change.variables.status) || status}
        onChange={(event) => {
          const wanted = ticketStatuses.find((one) => one === event.target.value);
          if (wanted) change.mutate({ status: wanted });
        }}
      >
        {ticketStatuses.map((one) => (
          <option key={one} value={one}>
            {statusLabels[one]}
          </option>
        ))}
      </Select>
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
