import type { DonationImport, RowFilter } from '#libs/contracts';
import { ChoiceChip } from '../../../../components/ui/overlay/filter-chips';
import { SearchInput } from '../../../../components/ui/form/search-input';
import { formatCount } from '../../../../lib/format';
import {
  canChange,
  countOf,
  openRows,
  problemNames,
  type RowsFilter,
  stateName,
} from './rows-filter';

const states = [
  'open',
  'new',
  'duplicate',
  'held',
  'rejected',
  'setAside',
] as const satisfies RowFilter[];

export interface ReviewFiltersProps {
  draft: DonationImport;
  filter: RowsFilter;
  onChange: (filter: RowsFilter) => void;
}

/** Filters for rows by state, problem and text. */
export function ReviewFilters({ draft, filter, onChange }: ReviewFiltersProps) {
  const withCount = (name: string, count: number) => `${name} (${formatCount(count)})`;
  const shownStates = states.filter(
    (state) =>
      state === filter.state ||
      (countOf(state, draft) > 0 && (state !== 'open' || canChange(draft))),
  );
  const counts = new Map<string, number>();
  for (const { problem, count } of [...draft.problems.rejected, ...draft.problems.held])
    counts.set(problem, (counts.get(problem) ?? 0) + count);
  const problems = Object.keys(problemNames).filter(
    (known) => counts.has(known) || known === filter.problem,
  );
  problems.push(...[...counts.keys()].filter((problem) => !problems.includes(problem)));
  return (
    <>
      <SearchInput
        label="Search the rows"
        placeholder="A word, a name, an amount"
        value={filter.q ?? ''}
        onChange={(q) => onChange({ ...filter, q: q === '' ? undefined : q })}
      />
      <ChoiceChip
        label="Rows"
        value={filter.state === 'all' ? undefined : filter.state}
        options={shownStates.map((state) => ({
          value: state,
          label: withCount(stateName(state, draft), countOf(state, draft)),
        }))}
        onChange={(state) =>
          onChange({ ...filter, state: states.find((known) => known === state) ?? 'all' })
        }
      />
      {canChange(draft) && (openRows(draft) > 0 || filter.problem !== undefined) && (
        <ChoiceChip
          label="Problem"
          value={filter.problem}
          options={problems.map((problem) => ({
            value: problem,
            label: withCount(problemNames[problem] ?? problem, counts.get(problem) ?? 0),
          }))}
          onChange={(problem) => onChange({ ...filter, problem })}
        />
      )}
    </>
  );
}
