import { useState } from 'react';
import type { ImportRow, RepairImportRows } from '#libs/contracts';
import { parseMoney, toDecimal } from '#libs/money';
import { Button } from '../../../../components/ui/button';
import { MoneyInput } from '../../../../components/ui/form/money-input';

interface DollarsFormProps {
  row: ImportRow;
  repair: (body: RepairImportRows) => void;
}

/** Records a row with an amount in another currency, once the user has entered how many dollars it is. */
export function DollarsForm({ row, repair }: DollarsFormProps) {
  const [text, setText] = useState('');
  const dollars = parseMoney(text);
  const isAmount = dollars.ok && dollars.cents > 0n;
  const record = () => {
    if (!isAmount) return;
    const values = { amount: toDecimal(dollars.cents) };
    repair({ rows: [row.row], action: 'accept', values });
  };
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        record();
      }}
    >
      <div className="w-32">
        <MoneyInput
          aria-label={`US dollars of row ${row.row}`}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <Button size="sm" type="submit" aria-disabled={!isAmount}>
        Record these dollars
      </Button>
    </form>
  );
}
