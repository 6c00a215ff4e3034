import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Ticket, TicketRights, User } from '#libs/contracts';
import { Card } from '../../../components/card';
import { Select } from '../../../components/input';
import { ticketPriorities } from '../../../lib/choices';
import { formatMoment, formatRelative } from '../../../lib/format';
import { ticketPeopleQuery } from '../../../lib/queries/tickets';
import { useChangeTicket } from './change-ticket';
import { assignable } from './people';
import { PriorityBadge, StatusBadge } from './ticket-badges';
import { categoryLabels, nameOf, priorityLabels } from './words';

/** What there is to know of a ticket, and for those who answer it who has it and how urgent it is. */
export function InfoCard({
  ticket,
  user,
  rights,
}: {
  ticket: Ticket;
  user: User;
  rights: TicketRights;
}) {
  const { priority, category, status, createdAt, resolvedAt, organizationName } = ticket;
  return (
    <Card title="Information">
      <dl className="space-y-3">
        {organizationName !== null && <Fact label="Church">{organizationName}</Fact>}
        <Fact label="Created By">{nameOf(ticket.creator)}</Fact>
        <Fact label="Priority">
          {rights.assign ? (
            <PrioritySelect ticket={ticket} />
          ) : (
            <PriorityBadge priority={priority} />
          )}
        </Fact>
        <Fact label="Category">{categoryLabels[category]}</Fact>
        <Fact label="Status">
          <StatusBadge status={status} />
        </Fact>
        {(rights.assign || ticket.assignedTo !== null) && (
          <Fact label="Assigned to">
            {rights.assign ? (
              <AssigneeSelect ticket={ticket} user={user} />
            ) : (
              nameOf(ticket.assignee)
            )}
          </Fact>
        )}
        <Fact label="Created">
          <Moment at={createdAt} />
        </Fact>
        {resolvedAt !== null && (
          <Fact label="Resolved">
            <Moment at={resolvedAt} />
          </Fact>
        )}
      </dl>
    </Card>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid grid-cols-[88px_minmax(0,1fr)] items-center gap-x-3">
    <dt className="text-grid text-ink-2">{label}</dt>
    <dd className="min-w-0 break-words">{children}</dd>
  </div>
);

const Moment = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatRelative(at)} className="tabular-nums">
    {formatMoment(at)}
  </time>
);

function PrioritySelect({ ticket: { id, priority } }: { ticket: Ticket }) {
  const { mutate, isPending, variables } = useChangeTicket(id);
  return (
    <Select
      aria-label="Priority"
      value={(isPending && variables.priority) || priority}
      onChange={(event) => {
        const wanted = ticketPriorities.find((one) => one === event.target.value);
        if (wanted && !isPending) mutate({ priority: wanted });
      }}
    >
      {ticketPriorities.map((one) => (
        <option key={one} value={one}>
          {priorityLabels[one]}
        </option>
      ))}
    </Select>
  );
}

function AssigneeSelect({
  ticket: { id, ticketType, assignedTo, assignee, aboutGift },
  user,
}: {
  ticket: Ticket;
  user: User;
}) {
  const { data } = useQuery(ticketPeopleQuery(ticketType));
  const { mutate, isPending, variables } = useChangeTicket(id);
  const people = assignable(data ?? [], user, aboutGift);
  const value = isPending && variables.assignedTo !== undefined ? variables.assignedTo : assignedTo;
  const isUnknown = assignedTo !== null && !people.some((person) => person.value === assignedTo);
  return (
    <Select
      aria-label="Assigned to"
      value={value ?? ''}
      onChange={(event) => {
        if (!isPending)
          mutate({ assignedTo: event.target.value === '' ? null : event.target.value });
      }}
    >
      <option value="">Nobody</option>
      {isUnknown && <option value={assignedTo}>{nameOf(assignee)}</option>}
      {people.map((person) => (
        <option key={person.value} value={person.value}>
          {person.label}
        </option>
      ))}
    </Select>
  );
}
