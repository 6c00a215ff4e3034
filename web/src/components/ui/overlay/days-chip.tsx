import { lazy } from 'react';
import { formatShort } from '#libs/calendar';
import type { DaysFormProps } from '../form/days-form';
import { FieldChip } from './filter-chips';

const DaysForm = lazy(() => import('../form/days-form'));

/** A filter by dates. Both ends are optional. */
export function DaysChip({ from, to, max, onChange }: Omit<DaysFormProps, 'onDone'>) {
  return (
    <FieldChip
      label="Date"
      text={spanOf(from, to)}
      onClear={() => onChange({ from: undefined, to: undefined })}
    >
      {(close) => <DaysForm from={from} to={to} max={max} onChange={onChange} onDone={close} />}
    </FieldChip>
  );
}

function spanOf(from: string | undefined, to: string | undefined): string | undefined {
  if (from && to)
    return from === to ? formatShort(from) : `${formatShort(from)} – ${formatShort(to)}`;
  if (from) return `since ${formatShort(from)}`;
  return to && `until ${formatShort(to)}`;
}
