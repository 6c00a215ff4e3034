import type { ReactNode } from 'react';
import type { TicketPriority, TicketStatus, TicketView } from '#libs/contracts';
import { ChoiceChip, FilterBar } from '../../../../components/ui/overlay/filter-chips';
import { SearchInput } from '../../../../components/ui/form/search-input';
import { ticketPriorities, ticketStatuses } from '../../../../lib/choices';
import { priorityLabels, statusLabels } from '../words';

/** The search parameters besides the tab. */
export interface TicketFilters {
  view?: TicketView | undefined;
  status?: TicketStatus | undefined;
  priority?: TicketPriority | undefined;
  q?: string | undefined;
}

export const isFiltered = ({ view, status, priority, q }: TicketFilters) =>
  [view, status, priority, q].some((filter) => filter !== undefined);

export function TicketFilterChips({
  filters,
  onChange,
  end,
}: {
  filters: TicketFilters;
  onChange: (next: TicketFilters) => void;
  end?: ReactNode;
}) {
  return (
    <FilterBar end={end}>
      <SearchInput
        label="Search tickets"
        placeholder="Search tickets..."
        value={filters.q ?? ''}
        onChange={(q) => onChange({ q: q === '' ? undefined : q })}
      />
      <ChoiceChip
        label="Status"
        value={filters.status}
        options={ticketStatuses.map((value) => ({ value, label: statusLabels[value] }))}
        onChange={(value) =>
          onChange({ status: ticketStatuses.find((status) => status === value) })
        }
      />
      <ChoiceChip
        label="Priority"
        value={filters.priority}
        options={ticketPriorities.map((value) => ({ value, label: priorityLabels[value] }))}
        onChange={(value) =>
          onChange({ priority: ticketPriorities.find((priority) => priority === value) })
        }
      />
    </FilterBar>
  );
}
