import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from 'react';
import { ChevronDown, X } from 'lucide-react';
import { cn } from '../../../lib/cn';
import { Menu } from './menu';

const chip =
  'inline-flex h-8 items-center gap-1.5 border text-grid whitespace-nowrap ' +
  'transition-colors duration-150 touch:h-control';
const unset =
  'rounded-full border-line-strong bg-surface px-3 text-ink-2 hover:bg-sunken hover:text-ink';
const set =
  'rounded-l-full border-r-0 border-line-strong bg-sunken pr-1.5 pl-3 font-medium text-ink';

/** The filters of a grid in one row. */
export function FilterBar({ children, end }: { children: ReactNode; end?: ReactNode }) {
  return (
    <div
      data-noprint
      className="flex flex-wrap items-center gap-2"
      role="group"
      aria-label="Filters"
    >
      {children}
      {end && <div className="flex items-center gap-1 sm:ml-auto">{end}</div>}
    </div>
  );
}

interface ChipProps {
  label: string;
  /** The chosen value as the chip shows it; undefined if the filter is not set. */
  text: string | undefined;
  onClear: () => void;
}

function ClearChip({ label, text, onClear }: ChipProps) {
  if (text === undefined) return null;
  return (
    <button
      type="button"
      aria-label={`Remove filter ${label}: ${text}`}
      onClick={onClear}
      className={cn(
        chip,
        'rounded-r-full border-l-0 border-line-strong bg-sunken pr-2.5 pl-1.5 ' +
          'text-ink-2 hover:text-ink',
      )}
    >
      <X aria-hidden className="size-3.5" />
    </button>
  );
}

const chipTrigger = (
  label: string,
  text: string | undefined,
  state: ComponentProps<'button'> = {},
) => (
  <button type="button" className={cn(chip, text === undefined ? unset : set)} {...state}>
    {text === undefined ? label : `${label}: ${text}`}
    <ChevronDown aria-hidden className="size-3.5 text-ink-3" />
  </button>
);

export interface ChoiceChipProps {
  label: string;
  value: string | undefined;
  options: readonly { value: string; label: string }[];
  onChange: (value: string | undefined) => void;
}

/** A filter with a short list of choices. A set filter can be removed with one click. */
export function ChoiceChip({ label, value, options, onChange }: ChoiceChipProps) {
  const text =
    value === undefined
      ? undefined
      : (options.find((option) => option.value === value)?.label ?? value);
  return (
    <span className="inline-flex">
      <Menu
        trigger={chipTrigger(label, text)}
        entries={options.map((option) => ({
          kind: 'choice',
          ...option,
          chosen: option.value === value,
          onSelect: () => onChange(option.value),
        }))}
      />
      <ClearChip label={label} text={text} onClear={() => onChange(undefined)} />
    </span>
  );
}

const ChipPopover = lazy(() => import('./chip-popover'));

/** A filter with its own form, such as a date. */
export function FieldChip({
  label,
  text,
  onClear,
  children,
}: ChipProps & { children: (close: () => void) => ReactNode }) {
  const [isWanted, setIsWanted] = useState(false);
  const closedState = { 'aria-haspopup': 'dialog', 'aria-expanded': false } as const;
  const closed = (
    <span className="contents" onClick={() => setIsWanted(true)}>
      {chipTrigger(label, text, closedState)}
    </span>
  );
  return (
    <span className="inline-flex">
      {isWanted ? (
        <Suspense fallback={closed}>
          <ChipPopover label={label} trigger={chipTrigger(label, text)}>
            {children}
          </ChipPopover>
        </Suspense>
      ) : (
        closed
      )}
      <ClearChip label={label} text={text} onClear={onClear} />
    </span>
  );
}
