import type { DonationImport, RowAction } from '#libs/contracts';
import { plural } from '../../../../lib/format';

type Undo = NonNullable<DonationImport['undo']>;

const undoLabels: Record<Undo['action'], (rows: string) => string> = {
  set: (rows) => `Undo changing ${rows}`,
  guest: (rows) => `Undo naming a guest in ${rows}`,
  setAside: (rows) => `Undo skipping ${rows}`,
  accept: (rows) => `Undo keeping ${rows}`,
  correct: (rows) => `Undo correcting by ${rows}`,
  reset: (rows) => `Undo putting ${rows} back`,
  givers: (rows) => `Undo naming givers of ${rows}`,
};
/** Returns the label of the button that undoes a change. */
export const describeUndo = ({ action, rows }: Undo) => undoLabels[action](plural(rows, 'row'));

const doneTitles: Record<RowAction, string> = {
  set: 'Rows Changed',
  guest: 'Guest Named',
  setAside: 'Rows Skipped',
  accept: 'Rows Kept',
  correct: 'Gifts Corrected',
  reset: 'Reset to File',
};
const actionTexts: Record<RowAction, string> = {
  set: 'changed.',
  guest: 'will be recorded under this name.',
  setAside: 'will not be imported.',
  accept: 'will be recorded.',
  correct: 'will correct what is recorded.',
  reset: 'will go back to what the file says.',
};
/** Returns title and text of the toast after a change. */
export const done = (action: RowAction, rows: number): [string, string] => [
  doneTitles[action],
  `${plural(rows, 'row')} ${actionTexts[action]}`,
];
