import type { EditFundraiser, Fundraiser } from '#libs/contracts';

/** The fields of the form, as the server takes them. */
export type FundraiserFields = Pick<
  Fundraiser,
  'title' | 'description' | 'goal' | 'startDate' | 'endDate' | 'isActive'
>;

const fields = ['title', 'description', 'goal', 'startDate', 'endDate', 'isActive'] as const;

/**
 * Returns the fields that the user changed. A field that is left out keeps what another user has
 * saved meanwhile.
 */
export function changedFields(before: FundraiserFields, after: FundraiserFields): EditFundraiser {
  const changed = fields.filter((field) => before[field] !== after[field]);
  return Object.fromEntries(changed.map((field) => [field, after[field]]));
}
