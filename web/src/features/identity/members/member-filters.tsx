import { matchesSearch, searchWords, type Role, type StaffUser } from '#libs/contracts';
import { ChoiceChip } from '../../../components/ui/overlay/filter-chips';
import { SearchInput } from '../../../components/ui/form/search-input';
import { compareTexts } from '../../../lib/compare-texts';
import { fullName } from '../../../lib/queries/people';
import { roleLabels, roleNames } from '../../../lib/vocabulary';
import { type memberSorts } from './member-columns';
import { type MemberState, memberStates, stateLabels, stateOf } from './member-state';
import { formatPhone } from '../../../lib/format-phone';

export interface MemberFilters {
  search: string | undefined;
  role: Role | undefined;
  state: MemberState | undefined;
}

/**
 * Returns the users that the filters find, sorted. All users of the church are loaded, so no
 * request is needed.
 */
export function filterMembers(
  people: readonly StaffUser[],
  { search, role, state }: Partial<MemberFilters>,
  sort: string,
): StaffUser[] {
  const words = searchWords(search ?? '');
  const matchingPeople = people.filter((person) => {
    if ((role && person.role !== role) || (state && stateOf(person) !== state)) return false;
    return matchesSearch(words, [
      fullName(person),
      person.email,
      person.phone,
      formatPhone(person.phone),
    ]);
  });
  const keyOf = keys[sort.replace('-', '') as keyof typeof keys];
  const sign = sort.startsWith('-') ? -1 : 1;
  return matchingPeople.sort(
    (a, b) => sign * compareTexts(keyOf(a), keyOf(b)) || compareTexts(nameOf(a), nameOf(b)),
  );
}

const nameOf = (person: StaffUser) => fullName(person) || person.email;
const keys: Record<(typeof memberSorts)[number], (person: StaffUser) => string> = {
  name: nameOf,
  role: (person) => String(roleNames.indexOf(person.role)),
  memberSince: (person) => person.memberSince ?? person.createdAt,
};

/** The filters of Members. Their values are in the address. */
export function MemberFilterChips({
  filters,
  onChange,
}: {
  filters: Partial<MemberFilters>;
  onChange: (next: Partial<MemberFilters>) => void;
}) {
  return (
    <>
      <SearchInput
        label="Search by name, email or phone"
        placeholder="Name, email or phone"
        value={filters.search ?? ''}
        onChange={(search) => {
          onChange({ search: search === '' ? undefined : search });
        }}
      />
      <ChoiceChip
        label="Role"
        value={filters.role}
        options={roleNames.map((role) => ({ value: role, label: roleLabels[role] }))}
        onChange={(role) => {
          onChange({ role: roleNames.find((known) => known === role) });
        }}
      />
      <ChoiceChip
        label="Status"
        value={filters.state}
        options={memberStates.map((state) => ({ value: state, label: stateLabels[state] }))}
        onChange={(state) => {
          onChange({ state: memberStates.find((known) => known === state) });
        }}
      />
    </>
  );
}
