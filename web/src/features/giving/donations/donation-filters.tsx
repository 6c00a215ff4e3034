import { useQuery } from '@tanstack/react-query';
import { formatUsd, fromDecimal, parseMoney, toDecimal } from '#libs/money';
import { Button } from '../../../components/button';
import { DaysChip } from '../../../components/days-chip';
import { Field } from '../../../components/field';
import { ChoiceChip, FieldChip } from '../../../components/filter-chips';
import { Input } from '../../../components/input';
import { SearchInput } from '../../../components/search-input';
import { donationStates, paymentMethods } from '../../../lib/vocabulary';
import { donationChoicesQuery, type DonationFilters } from './queries';

const methods = paymentMethods.map((method) => ({ value: method, label: method }));
const states = [{ value: 'corrected', label: 'Corrected' }, { value: 'deleted', label: 'Deleted' }];

/** The filters of Member Donations; what they are stands in the address. */
export function DonationFilterChips({ filters, onChange }: { filters: Partial<DonationFilters>; onChange: (next: Partial<DonationFilters>) => void }) {
  const { years = [], campaigns = [], recorders = [], imports = [] } = useQuery(donationChoicesQuery).data ?? {};
  return (
    <>
      <SearchInput
        label="Search by member name"
        placeholder="Member name"
        value={filters.search ?? ''}
        onChange={(search) => {
          onChange({ search: search === '' ? undefined : search });
        }}
      />
      {filters.gift !== undefined && (
        <Button size="sm" onClick={() => onChange({ gift: undefined })}>
          One gift · Show all
        </Button>
      )}
      <ChoiceChip label="State" value={filters.state} options={states} onChange={(state) => onChange({ state: donationStates.find((known) => known === state) })} />
      <ChoiceChip
        label="Year"
        value={filters.year?.toString()}
        options={years.map((year) => ({ value: String(year), label: String(year) }))}
        onChange={(year) => {
          onChange({ year: year === undefined ? undefined : Number(year) });
        }}
      />
      <DaysChip from={filters.from} to={filters.to} onChange={onChange} />
      <AmountChip min={filters.minAmount} max={filters.maxAmount} onChange={onChange} />
      <ChoiceChip
        label="Method"
        value={filters.paymentMethod}
        options={methods}
        onChange={(method) => {
          onChange({ paymentMethod: paymentMethods.find((known) => known === method) });
        }}
      />
      <ChoiceChip
        label="Campaign"
        value={filters.campaign}
        options={campaigns.map((campaign) => ({ value: campaign, label: campaign }))}
        onChange={(campaign) => {
          onChange({ campaign });
        }}
      />
      <ChoiceChip label="Recorded by" value={filters.addedBy} options={recorders.map(({ id, name }) => ({ value: id, label: name }))} onChange={(addedBy) => onChange({ addedBy })} />
      {(imports.length > 0 || filters.importId !== undefined) && (
        <ChoiceChip label="Import" value={filters.importId} options={imports.map(({ id, fileName }) => ({ value: id, label: fileName }))} onChange={(importId) => onChange({ importId })} />
      )}
    </>
  );
}

/** A filter by amounts, either end of them open. */
function AmountChip({ min, max, onChange }: { min: string | undefined; max: string | undefined; onChange: (next: Pick<DonationFilters, 'minAmount' | 'maxAmount'>) => void }) {
  return (
    <FieldChip label="Amount" text={amountsOf(min, max)} onClear={() => onChange({ minAmount: undefined, maxAmount: undefined })}>
      {(close) => (
        <form
          className="space-y-3"
          onSubmit={(event) => {
            event.preventDefault();
            const form = new FormData(event.currentTarget);
            const amountOf = (name: string) => {
              const value = form.get(name);
              const parsed = parseMoney(typeof value === 'string' ? value : '');
              return parsed.ok && parsed.cents > 0n ? toDecimal(parsed.cents) : undefined;
            };
            onChange({ minAmount: amountOf('min'), maxAmount: amountOf('max') });
            close();
          }}
        >
          <Field label="At least" optional>
            {(control) => <Input {...control} name="min" inputMode="decimal" placeholder="$0.00" autoComplete="off" defaultValue={min} />}
          </Field>
          <Field label="At most" optional>
            {(control) => <Input {...control} name="max" inputMode="decimal" placeholder="$0.00" autoComplete="off" defaultValue={max} />}
          </Field>
          <Button type="submit" variant="primary" className="w-full">
            Show
          </Button>
        </form>
      )}
    </FieldChip>
  );
}

function amountsOf(min: string | undefined, max: string | undefined): string | undefined {
  const usd = (amount: string) => formatUsd(fromDecimal(amount));
  if (min && max) return min === max ? usd(min) : `${usd(min)} – ${usd(max)}`;
  if (min) return `${usd(min)} or more`;
  return max && `${usd(max)} or less`;
}
