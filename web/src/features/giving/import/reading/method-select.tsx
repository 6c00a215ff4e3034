import type { ComponentProps } from 'react';
import type { DonationImport } from '#libs/contracts';
import { Select } from '../../../../components/ui/form/input';
import { templateMethods, paymentMethods } from '../vocabulary';

/** A select with the payment methods that the file's format knows. It saves nothing by itself. */
export function MethodSelect({
  draft,
  ...rest
}: ComponentProps<'select'> & { draft: Pick<DonationImport, 'format'> }) {
  return (
    <Select {...rest}>
      <option value="" disabled>
        Choose a method…
      </option>
      {(draft.format === 'template' ? templateMethods : paymentMethods).map((method) => (
        <option key={method}>{method}</option>
      ))}
    </Select>
  );
}
