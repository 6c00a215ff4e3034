import { isCalendarDate } from '#libs/calendar';
import { Button } from '../../../components/ui/button';
import { Field } from '../../../components/ui/form/field';
import { ChoiceChip, FieldChip } from '../../../components/ui/overlay/filter-chips';
import { DateInput } from '../../../components/ui/form/input';
import { SearchInput } from '../../../components/ui/form/search-input';
import { describeAsOf } from './as-of';
import { type LedgerOptions } from './queries';

export interface LedgerFiltersProps {
  options: LedgerOptions;
  years: readonly number[];
  today: string;
  onChange: (next: Partial<LedgerOptions>) => void;
}

export function LedgerFilters({ options, years, today, onChange }: LedgerFiltersProps) {
  return (
    <>
      <SearchInput
        label="Search givers by name, email, or check or transaction number"
        placeholder="Search givers"
        value={options.search ?? ''}
        onChange={(search) => {
          onChange({ search: search === '' ? undefined : search });
        }}
      />
      <ChoiceChip
        label="Year"
        value={options.year?.toString()}
        options={years.map((year) => ({ value: String(year), label: String(year) }))}
        onChange={(year) => {
          onChange({ year: year === undefined ? undefined : Number(year) });
        }}
      />
      <FieldChip
        label="As of"
        text={describeAsOf(options.asOf)?.slice('as of '.length)}
        onClear={() => {
          onChange({ asOf: undefined });
        }}
      >
        {(close) => (
          <form
            className="space-y-3"
            onSubmit={(event) => {
              event.preventDefault();
              const date = new FormData(event.currentTarget).get('date');
              if (typeof date !== 'string' || !isCalendarDate(date)) return;
              onChange({ asOf: date });
              close();
            }}
          >
            <Field
              label="Show the totals as of"
              help="At the end of that day. Later records and corrections are left out."
            >
              {(control) => (
                <DateInput
                  {...control}
                  name="date"
                  required
                  max={today}
                  defaultValue={options.asOf && isCalendarDate(options.asOf) ? options.asOf : today}
                />
              )}
            </Field>
            <Button type="submit" variant="primary" className="w-full">
              Show
            </Button>
          </form>
        )}
      </FieldChip>
    </>
  );
}
