import { formatShort } from '#libs/calendar';
import type { Fundraiser } from '#libs/contracts';
import { formatUsd, fromDecimal } from '#libs/money';
import {
  ConflictView,
  type FieldText,
  onlyChangedFields,
  pairFields,
} from '../../../components/ui/overlay/conflict-view';

/** The fields of the form, as the server takes them. */
export type FundraiserFields = Pick<
  Fundraiser,
  'title' | 'description' | 'goal' | 'startDate' | 'endDate' | 'isActive'
>;

export interface FundraiserConflictProps {
  current: FundraiserFields;
  /** The values that the user's change would save. */
  mine: FundraiserFields;
  pending: boolean;
  onKeepTheirs: () => void;
  onUseMine: () => void;
}

/** Shows both versions of a campaign side by side. */
export function FundraiserConflict({ current, mine, ...actions }: FundraiserConflictProps) {
  const lines = pairFields(textsOf(current), textsOf(mine));
  return <ConflictView lines={lines} note={onlyChangedFields} {...actions} />;
}

const textsOf = (fields: FundraiserFields): FieldText[] => [
  { label: 'Title', text: fields.title },
  { label: 'Description', text: fields.description },
  { label: 'Goal', text: formatUsd(fromDecimal(fields.goal)) },
  { label: 'Start date', text: formatShort(fields.startDate) },
  { label: 'End date', text: fields.endDate ? formatShort(fields.endDate) : 'ongoing' },
  { label: 'Active', text: fields.isActive ? 'Yes' : 'No' },
];
