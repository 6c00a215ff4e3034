import { useQuery } from '@tanstack/react-query';
import { Combobox } from '../../../components/combobox';
import { donorsAmong, fullName, peopleQuery } from '../../../lib/queries/people';

/** Names a member: by their email address for a single row, by their id for a giver. */
export function MemberPicker({
  label,
  onChoose,
}: {
  label: string;
  onChoose: (email: string, id: string) => void;
}) {
  const people = donorsAmong(useQuery(peopleQuery).data);
  const options = people.map((person) => ({
    value: person.id,
    label: fullName(person) || person.email,
    hint: person.email,
  }));
  const choose = (id: string) => {
    const person = people.find((one) => one.id === id);
    if (person) onChoose(person.email, id);
  };
  return (
    <div className="w-56 max-sm:min-w-44 max-sm:flex-1">
      <Combobox
        aria-label={label}
        options={options}
        value=""
        onChange={choose}
        placeholder="Choose the member…"
        emptyText="No member by that name."
      />
    </div>
  );
}
