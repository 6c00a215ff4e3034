import { parseMoney, toDecimal } from '#libs/money';
import { Button } from '../../../components/ui/button';
import { Field } from '../../../components/ui/form/field';
import { Input } from '../../../components/ui/form/input';
import type { DonationFilters } from './queries';

export interface AmountFormProps {
  min: string | undefined;
  max: string | undefined;
  onChange: (next: Pick<DonationFilters, 'minAmount' | 'maxAmount'>) => void;
  onDone: () => void;
}

/** The form of the filter by amounts, loaded when it is opened. */
export default function AmountForm({ min, max, onChange, onDone }: AmountFormProps) {
  return (
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
        onDone();
      }}
    >
      <Field label="At least" optional>
        {(control) => (
          <Input
            {...control}
            name="min"
            inputMode="decimal"
            placeholder="$0.00"
            autoComplete="off"
            defaultValue={min}
          />
        )}
      </Field>
      <Field label="At most" optional>
        {(control) => (
          <Input
            {...control}
            name="max"
            inputMode="decimal"
            placeholder="$0.00"
            autoComplete="off"
            defaultValue={max}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" className="w-full">
        Show
      </Button>
    </form>
  );
}
