import type * as Contracts from '#libs/contracts';
import { fieldNames } from './reading/field-names';

/* The fixed words of the contracts, again, as in `lib/vocabulary`: their module is larger than all of the wizard. */
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
