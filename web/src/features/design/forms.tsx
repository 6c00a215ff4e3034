import { useState } from 'react';
import { Card } from '../../components/ui/card';
import { Combobox } from '../../components/ui/form/combobox';
import { Field } from '../../components/ui/form/field';
import { Checkbox, DateInput, Input, Select, Textarea } from '../../components/ui/form/input';
import { MoneyInput } from '../../components/ui/form/money-input';
import { Switch } from '../../components/ui/switch';
import { ToggleGroup } from '../../components/ui/toggle-group';

const people = [
  'Ruth Alvarez',
  'Samuel Okafor',
  'Priscilla Featherstonehaugh-Montgomery',
  'Lydia Chen',
].map((label, index) => ({
  value: String(index),
  label,
  hint: `${label.split(' ')[0]!.toLowerCase()}@example.org`,
}));

export function Forms() {
  const [person, setPerson] = useState('');
  const [custom, setCustom] = useState('');
  const [isOn, setIsOn] = useState(true);
  const [days, setDays] = useState(['sun']);
  return (
    <Card title="Fields">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Text" help="Help stands below.">
          {(props) => <Input {...props} />}
        </Field>
        <Field label="Text with an error" error="Title must be at least 3 characters">
          {(props) => <Input {...props} defaultValue="Ro" />}
        </Field>
        <Field label="Amount">{(props) => <MoneyInput {...props} />}</Field>
        <Field label="Date" optional>
          {(props) => <DateInput {...props} />}
        </Field>
        <Field label="Choice">
          {(props) => (
            <Select {...props}>
              <option>Cash</option>
              <option>Check</option>
            </Select>
          )}
        </Field>
        <Field label="Disabled">
          {(props) => <Input {...props} disabled defaultValue="Cannot be changed" />}
        </Field>
        <Field label="Person">
          {(props) => (
            <Combobox
              {...props}
              options={people}
              value={person}
              onChange={setPerson}
              placeholder="Search by name or email"
            />
          )}
        </Field>
        <Field label="Suggestion or own words">
          {(props) => (
            <Combobox {...props} allowCustom options={people} value={custom} onChange={setCustom} />
          )}
        </Field>
        <Field label="Long text" className="sm:col-span-2">
          {(props) => <Textarea {...props} />}
        </Field>
        <Checkbox label="A choice that waits for a button" />
        <label className="flex min-h-control items-center gap-3">
          <Switch checked={isOn} onCheckedChange={setIsOn} />
          Takes effect at once
        </label>
        <ToggleGroup
          label="Several choices"
          options={[
            { value: 'sun', label: 'Sun' },
            { value: 'mon', label: 'Mon' },
          ]}
          value={days}
          onChange={setDays}
        />
        <label className="flex min-h-control items-center gap-3">
          <Switch checked disabled onCheckedChange={setIsOn} />
          Cannot be changed
        </label>
      </div>
    </Card>
  );
}
