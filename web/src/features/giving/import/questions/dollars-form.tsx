import { useState } from 'react';
import type { ImportRow, RepairImportRows } from '#libs/contracts';
import { parseMoney, toDecimal } from '#libs/money';
import { Button } from '../../../../components/ui/button';
import { Field } from '../../../../components/ui/form/field';
import { MoneyInput } from '../../../../components/ui/form/money-input';

interface DollarsFormProps {
  row: ImportRow;
  repair: (body: RepairImportRows) => void;
}

/**
 * Records a row with an amount in another currency, once the user has entered how many dollars it
 * is.
 */
export function DollarsForm({ row, repair }: DollarsFormProps) {
  const [text, setText] = useState('');
  const [isSent, setSent] = useState(false);
  const dollars = parseMoney(text);
  const isAmount = dollars.ok && dollars.cents > 0n;
  const record = () => {
    setSent(true);
    if (!isAmount) return;
    const values = { amount: toDecimal(dollars.cents) };
    repair({ rows: [row.row], action: 'accept', values });
  };
  return (
    <form
      className="flex flex-wrap items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        record();
      }}
    >
      <Field
        className="w-44"
        label={`US dollars of row ${row.rowName}`}
        error={isSent && !isAmount ? 'Enter an amount above zero, such as 17.31.' : undefined}
      >
        {(control) => (
          <MoneyInput {...control} value={text} onChange={(event) => setText(event.target.value)} />
        )}
      </Field>
      <Button size="sm" type="submit" className="mt-6">
        Record these dollars
      </Button>
    </form>
  );
}
