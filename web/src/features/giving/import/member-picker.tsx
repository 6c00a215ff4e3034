import { useQuery } from '@tanstack/react-query';
import { Combobox } from '../../../components/combobox';
import { donorsAmong, fullName, peopleQuery } from '../../../lib/queries/people';

/** Names a member by their email address, which is what an import goes by. */
export function MemberPicker({ label, onChoose }: { label: string; onChoose: (email: string) => void }) {
  const people = useQuery(peopleQuery);
  const options = donorsAmong(people.data).map((person) => ({ value: person.email, label: fullName(person) || person.email, hint: person.email }));
  return (
    <div className="w-56 max-sm:flex-1">
      <Combobox aria-label={label} options={options} value="" onChange={(email) => email && onChoose(email)} placeholder="Choose the member…" emptyText="No member by that name." />
    </div>
  );
}
