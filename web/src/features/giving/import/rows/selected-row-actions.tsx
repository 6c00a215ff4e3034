import { Ban, Check, ChevronDown } from 'lucide-react';
import type { ImportRow } from '#libs/contracts';
import { Button } from '../../../../components/ui/button';
import { Menu } from '../../../../components/ui/overlay/menu';

/** The fields that can be set for one or several rows, each in a dialog. */
export const settable = ['giver', 'campaign', 'paymentMethod', 'date'] as const;
export type Settable = (typeof settable)[number];
export const setLabels: Record<Settable, string> = {
  giver: 'Set giver…',
  campaign: 'Set fund…',
  paymentMethod: 'Set method…',
  date: 'Set date…',
};

export interface SelectedRowActionsProps {
  /** The loaded rows of the selection. With `all` there are more. */
  chosen: readonly ImportRow[];
  all: boolean;
  pending: boolean;
  onAct: (action: 'setAside' | 'accept' | 'reset') => void;
  onSet: (field: Settable) => void;
}

/** The largest number of rows that one request may name. */
const limit = 10_000;

/** Buttons that skip, keep or change the selected rows. */
export function SelectedRowActions({
  chosen,
  all,
  pending,
  onAct,
  onSet,
}: SelectedRowActionsProps) {
  const isTooMany = !all && chosen.length > limit;
  const every = (predicate: (row: ImportRow) => boolean) => !all && chosen.every(predicate);
  const act = (action: 'setAside' | 'accept' | 'reset') => {
    if (!pending) onAct(action);
  };
  const limitHint = isTooMany
    ? `At most ${limit} at once, or all that the filter finds`
    : undefined;
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        title={limitHint}
        disabled={isTooMany || every(({ state }) => state === 'setAside' || state === 'duplicate')}
        onClick={() => act('setAside')}
      >
        <Ban aria-hidden className="size-4" />
        Skip
      </Button>
      <Button
        variant="ghost"
        size="sm"
        title={limitHint}
        disabled={isTooMany || every(({ state }) => state === 'new' || state === 'rejected')}
        onClick={() => act('accept')}
      >
        <Check aria-hidden className="size-4" />
        Keep
      </Button>
      {!isTooMany && (
        <Menu
          align="end"
          trigger={
            <Button variant="ghost" size="sm">
              Change
              <ChevronDown aria-hidden className="size-3.5" />
            </Button>
          }
          entries={[
            ...settable.map((field) => ({
              kind: 'item' as const,
              label: setLabels[field],
              onSelect: () => onSet(field),
            })),
            { kind: 'separator' },
            { kind: 'item', label: 'Reset to file', onSelect: () => act('reset') },
          ]}
        />
      )}
    </>
  );
}
