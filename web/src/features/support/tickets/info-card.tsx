import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Ticket, TicketRights, User } from '#libs/contracts';
import { Card } from '../../../components/ui/card';
import { ChoiceMenu } from '../../../components/ui/form/choice-menu';
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
          {rights.assign ? <PriorityMenu ticket={ticket} /> : <PriorityBadge priority={priority} />}
        </Fact>
        <Fact label="Category">{categoryLabels[category]}</Fact>
        <Fact label="Status">
          <StatusBadge status={status} />
        </Fact>
        {(rights.assign || ticket.assignedTo !== null) && (
          <Fact label="Assigned to">
            {rights.assign ? <AssigneeMenu ticket={ticket} user={user} /> : nameOf(ticket.assignee)}
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

function PriorityMenu({ ticket: { id, priority } }: { ticket: Ticket }) {
  const { mutate, isPending, variables } = useChangeTicket(id);
  const shown = (isPending && variables.priority) || priority;
  return (
    <ChoiceMenu
      label="Priority"
      value={shown}
      text={priorityLabels[shown]}
      options={ticketPriorities.map((value) => ({ value, label: priorityLabels[value] }))}
      onChoose={(wanted) => {
        if (!isPending) mutate({ priority: wanted });
      }}
    />
  );
}

/** The value of the choice that nobody answers the ticket. */
const nobody = '';

function AssigneeMenu({
  ticket: { id, ticketType, assignedTo, assignee, aboutGift },
  user,
}: {
  ticket: Ticket;
  user: User;
}) {
  const { data } = useQuery(ticketPeopleQuery(ticketType));
  const { mutate, isPending, variables } = useChangeTicket(id);
  const current =
    isPending && variables.assignedTo !== undefined ? variables.assignedTo : assignedTo;
  const options = [{ value: nobody, label: 'Nobody' }, ...assignable(data ?? [], user, aboutGift)];
  const value = current ?? nobody;
  return (
    <ChoiceMenu
      label="Assigned to"
      value={value}
      text={options.find((option) => option.value === value)?.label ?? nameOf(assignee)}
      options={options}
      onChoose={(wanted) => {
        if (!isPending) mutate({ assignedTo: wanted === nobody ? null : wanted });
      }}
    />
  );
}
