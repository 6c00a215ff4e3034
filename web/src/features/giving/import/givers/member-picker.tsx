import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../../components/ui/button';
import { Combobox, type ComboboxChange } from '../../../../components/ui/form/combobox';
import { donorsAmong, fullName, peopleQuery } from '../../../../lib/queries/people';

export interface MemberPickerProps {
  label: string;
  /** The text of the button that confirms a member who was chosen by leaving the field. */
  confirm: string;
  onChoose: (id: string) => void;
}

/**
 * Asks for a member. Enter in the list and a click on an option choose at once. Leaving the field
 * does not: it shows the member, and a button to confirm the choice.
 */
export function MemberPicker({ label, confirm, onChoose }: MemberPickerProps) {
  const people = donorsAmong(useQuery(peopleQuery).data);
  const [unconfirmed, setUnconfirmed] = useState('');
  const options = people.map((person) => ({
    value: person.id,
    label: fullName(person) || person.email,
    hint: person.email,
  }));
  const change = (id: string, how: ComboboxChange) => {
    if (how === 'picked') onChoose(id);
    else setUnconfirmed(id);
  };
  return (
    <>
      <div className="w-56 max-sm:min-w-44 max-sm:flex-1">
        <Combobox
          aria-label={label}
          options={options}
          value={unconfirmed}
          onChange={change}
          placeholder="Choose the member…"
          emptyText="No member by that name."
        />
      </div>
      {unconfirmed !== '' && (
        <Button size="sm" onClick={() => onChoose(unconfirmed)}>
          {confirm}
        </Button>
      )}
    </>
  );
}
