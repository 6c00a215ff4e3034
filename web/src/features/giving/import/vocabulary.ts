import type * as Contracts from '#libs/contracts';
import { fieldNames } from './reading/field-names';

/*
 * Copies of constants of `libs/contracts`, as in `lib/vocabulary`, because that module is larger
 * than the whole wizard.
 */
export { paymentMethods } from '../../../lib/vocabulary';
export const templateMethods: typeof Contracts.templateMethods = ['Cash', 'CashApp', 'Zeffy'];
export const rowFilters: typeof Contracts.rowFilters = [
  'new',
  'duplicate',
  'held',
  'rejected',
  'setAside',
  'open',
  'all',
];
export const importFields = Object.keys(fieldNames) as Contracts.ImportField[];
