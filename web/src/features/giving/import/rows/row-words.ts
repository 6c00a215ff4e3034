import type { DonationImport, RowAction } from '#libs/contracts';
import { plural } from '../../../../lib/format';

type Undo = NonNullable<DonationImport['undo']>;

const undos: Record<Undo['action'], (rows: string) => string> = {
  set: (rows) => `Undo changing ${rows}`,
  guest: (rows) => `Undo naming a guest in ${rows}`,
  setAside: (rows) => `Undo skipping ${rows}`,
  accept: (rows) => `Undo keeping ${rows}`,
  correct: (rows) => `Undo correcting by ${rows}`,
  reset: (rows) => `Undo putting ${rows} back`,
  givers: (rows) => `Undo naming givers of ${rows}`,
};
/** What the button takes back. */
export const undoes = ({ action, rows }: Undo) => undos[action](plural(rows, 'row'));

const dones: Record<RowAction, string> = {
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
/** What is said once it was done: title and sentence. */
export const done = (action: RowAction, rows: number): [string, string] => [
  dones[action],
  `${plural(rows, 'row')} ${actionTexts[action]}`,
];
