import type { DonationImport } from '#libs/contracts';
import { Money } from '../../../components/ui/money';
import { Stat, StatRow } from '../../../components/ui/stat';
import { plural } from '../../../lib/format';

/** Shows the rows and the amount of the file, in total and for each verdict. */
export function ImportSummary({ draft: { counts, amounts } }: { draft: DonationImport }) {
  const stat = (label: string, count: number, amount: string) => (
    <Stat label={label} value={<Money amount={amount} figure />} hint={plural(count, 'row')} />
  );
  return (
    <StatRow label="What the file holds">
      {stat('In the file', counts.total, amounts.total)}
      {stat('New', counts.new, amounts.new)}
      {stat('Already recorded', counts.duplicate, amounts.duplicate)}
      {stat('Needs review', counts.held, amounts.held)}
      {stat('With errors', counts.rejected, amounts.rejected)}
      {counts.setAside > 0 && stat('Skipped', counts.setAside, amounts.setAside)}
    </StatRow>
  );
}
