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

/** The facts of a ticket. Users who answer it also see and change the assignee and the priority. */
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
          <Moment time={createdAt} />
        </Fact>
        {resolvedAt !== null && (
          <Fact label="Resolved">
            <Moment time={resolvedAt} />
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

const Moment = ({ time }: { time: string }) => (
  <time dateTime={time} title={formatRelative(time)} className="tabular-nums">
    {formatMoment(time)}
  </time>
);

function PriorityMenu({ ticket: { id, priority } }: { ticket: Ticket }) {
  const { mutate, isPending, variables } = useChangeTicket(id);
  const shownPriority = (isPending && variables.priority) || priority;
  return (
    <ChoiceMenu
      label="Priority"
      value={shownPriority}
      text={priorityLabels[shownPriority]}
      options={ticketPriorities.map((value) => ({ value, label: priorityLabels[value] }))}
      onChoose={(newPriority) => {
        if (!isPending) mutate({ priority: newPriority });
      }}
    />
  );
}

/** The value of the choice "no assignee". */
const unassigned = '';

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
  const options = [
    { value: unassigned, label: 'Nobody' },
    ...assignable(data ?? [], user, aboutGift),
  ];
  const value = current ?? unassigned;
  return (
    <ChoiceMenu
      label="Assigned to"
      value={value}
      text={options.find((option) => option.value === value)?.label ?? nameOf(assignee)}
      options={options}
      onChoose={(userId) => {
        if (!isPending) mutate({ assignedTo: userId === unassigned ? null : userId });
      }}
    />
  );
}
