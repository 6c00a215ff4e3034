import { useQuery } from '@tanstack/react-query';
import { ChevronDown, X } from 'lucide-react';
import type { Ticket, TicketChange, TicketType, User } from '#libs/contracts';
import { Button } from '../../../../components/ui/button';
import type { Deselect } from '../../../../components/ui/grid/selection';
import { Menu } from '../../../../components/ui/overlay/menu';
import { ticketPriorities, ticketStatuses } from '../../../../lib/choices';
import { formatCount } from '../../../../lib/format';
import { ticketPeopleQuery } from '../../../../lib/queries/tickets';
import { useChangeTickets } from '../change-ticket';
import { assignable } from '../people';
import { priorityLabels, statusLabels } from '../words';

/** The largest number of tickets in one request, which changes all of them or none. */
const limit = 200;

export interface BulkBarProps {
  chosen: readonly Ticket[];
  type: TicketType;
  user: User;
  loaded: number;
  onAll: (on: boolean) => void;
  deselect: Deselect;
}

/**
 * The actions for the selected tickets. They are at the bottom, so that no card moves when the
 * first ticket is selected. With Tab they come before the cards.
 */
export default function BulkBar({ chosen, type, user, loaded, onAll, deselect }: BulkBarProps) {
  const { data: people = [] } = useQuery(ticketPeopleQuery(type));
  const bulk = useChangeTickets();
  const act = (change: TicketChange) => {
    const ids = chosen.map(({ id }) => id);
    if (!bulk.isPending) bulk.mutate({ ids, ...change }, { onSuccess: () => deselect(ids) });
  };
  const isTooMany = chosen.length > limit;
  const menu = (
    label: string,
    entries: { value: string; label: string; change: TicketChange }[],
  ) => (
    <Menu
      trigger={
        <Button size="sm" disabled={isTooMany} pending={bulk.isPending}>
          {label}
          <ChevronDown aria-hidden className="size-3.5" />
        </Button>
      }
      entries={entries.map(({ change, label: name }) => ({
        kind: 'item',
        label: name,
        onSelect: () => act(change),
      }))}
    />
  );
  return (
    <div
      role="group"
      aria-label="Chosen tickets"
      data-action-bar="tall"
      className={
        'sticky bottom-[max(16px,var(--above-player))] z-20 order-last flex flex-wrap ' +
        'items-center gap-2 rounded-lg bg-surface px-3 py-2.5 shadow-float ' +
        'max-sm:bottom-[calc(var(--above-actions)+9px)]'
      }
    >
      <div className="mr-auto flex items-center gap-1">
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label="Clear the selection"
          onClick={() => onAll(false)}
        >
          <X aria-hidden className="size-4" />
        </Button>
        <span className="text-grid font-medium tabular-nums" role="status">
          {isTooMany ? `At most ${limit} at once` : `${formatCount(chosen.length)} selected`}
        </span>
        {chosen.length < loaded && (
          <Button variant="ghost" size="sm" onClick={() => onAll(true)}>
            {`Select all ${formatCount(loaded)}`}
          </Button>
        )}
      </div>
      {menu('Assign to', [
        ...assignable(
          people,
          user,
          chosen.every(({ aboutGift }) => aboutGift),
        ).map(({ value, label }) => ({ value, label, change: { assignedTo: value } })),
        { value: '', label: 'Nobody', change: { assignedTo: null } },
      ])}
      {menu(
        'Set status',
        ticketStatuses.map((status) => ({
          value: status,
          label: statusLabels[status],
          change: { status },
        })),
      )}
      {menu(
        'Set priority',
        ticketPriorities.map((priority) => ({
          value: priority,
          label: priorityLabels[priority],
          change: { priority },
        })),
      )}
    </div>
  );
}
