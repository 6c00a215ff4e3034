import { lazy } from 'react';
import { useQuery } from '@tanstack/react-query';
import { formatUsd, fromDecimal } from '#libs/money';
import { Button } from '../../../components/ui/button';
import { DaysChip } from '../../../components/ui/overlay/days-chip';
import { ChoiceChip, FieldChip } from '../../../components/ui/overlay/filter-chips';
import { SearchInput } from '../../../components/ui/form/search-input';
import { donationStates, paymentMethods } from '../../../lib/vocabulary';
import { donationChoicesQuery } from '../../../lib/queries/donation-choices';
import { type DonationFilters } from './queries';

const AmountForm = lazy(() => import('./amount-form'));

const methods = paymentMethods.map((method) => ({ value: method, label: method }));
const states = [
  { value: 'corrected', label: 'Corrected' },
  { value: 'deleted', label: 'Deleted' },
];

/**
 * The filters of Member Donations. Their values are in the address.
 * @param giver the name of the giver, if the donations are those of one person
 */
export function DonationFilterChips({
  filters,
  giver,
  onChange,
}: {
  filters: Partial<DonationFilters>;
  giver: string | undefined;
  onChange: (next: Partial<DonationFilters>) => void;
}) {
  const {
    years = [],
    campaigns = [],
    recorders = [],
    imports = [],
  } = useQuery(donationChoicesQuery).data ?? {};
  return (
    <>
      <SearchInput
        label="Search by name, email, or check or transaction number"
        placeholder="Name, email or check number"
        value={filters.search ?? ''}
        onChange={(search) => {
          onChange({ search: search === '' ? undefined : search });
        }}
      />
      {(filters.gift ?? filters.donorId) !== undefined && (
        <Button size="sm" onClick={() => onChange({ gift: undefined, donorId: undefined })}>
          {filters.gift ? 'One gift' : (giver ?? 'One giver')} · Show all
        </Button>
      )}
      <ChoiceChip
        label="State"
        value={filters.state}
        options={states}
        onChange={(state) => onChange({ state: donationStates.find((known) => known === state) })}
      />
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
      <ChoiceChip
        label="Recorded by"
        value={filters.addedBy}
        options={recorders.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(addedBy) => onChange({ addedBy })}
      />
      {(imports.length > 0 || filters.importId !== undefined) && (
        <ChoiceChip
          label="Import"
          value={filters.importId}
          options={imports.map(({ id, fileName }) => ({ value: id, label: fileName }))}
          onChange={(importId) => onChange({ importId })}
        />
      )}
    </>
  );
}

/** A filter by amounts. Both ends are optional. */
function AmountChip({
  min,
  max,
  onChange,
}: {
  min: string | undefined;
  max: string | undefined;
  onChange: (next: Pick<DonationFilters, 'minAmount' | 'maxAmount'>) => void;
}) {
  return (
    <FieldChip
      label="Amount"
      text={amountsOf(min, max)}
      onClear={() => onChange({ minAmount: undefined, maxAmount: undefined })}
    >
      {(close) => <AmountForm min={min} max={max} onChange={onChange} onDone={close} />}
    </FieldChip>
  );
}

function amountsOf(min: string | undefined, max: string | undefined): string | undefined {
  const usd = (amount: string) => formatUsd(fromDecimal(amount));
  if (min && max) return min === max ? usd(min) : `${usd(min)} – ${usd(max)}`;
  if (min) return `${usd(min)} or more`;
  return max && `${usd(max)} or less`;
}
