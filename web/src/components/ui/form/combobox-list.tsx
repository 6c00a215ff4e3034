import type { ReactNode, Ref } from 'react';
import { Check } from 'lucide-react';
import { cn } from '../../../lib/cn';
import type { ComboboxOption } from '../../../lib/forms/combobox-choice';

interface ComboboxListProps {
  id: string;
  listRef: Ref<HTMLUListElement>;
  options: readonly ComboboxOption[];
  value: string;
  highlighted: ComboboxOption | undefined;
  onPick: (option: ComboboxOption) => void;
  /** Below the options. */
  children: ReactNode;
}

/** In a dialog, the list can be longer than the visible rest of the page. */
const bringIntoView = (list: HTMLElement | null) => list?.scrollIntoView({ block: 'nearest' });

/**
 * The list below the field. A click on it leaves the focus in the field, and the Tab key does not
 * stop at it.
 */
export function ComboboxList({
  id,
  listRef,
  options,
  value,
  highlighted,
  onPick,
  children,
}: ComboboxListProps) {
  return (
    <div
      ref={bringIntoView}
      className={
        'absolute inset-x-0 top-full z-50 mt-1.5 overflow-hidden rounded-lg bg-surface ' +
        'shadow-float'
      }
      onMouseDown={(event) => event.preventDefault()}
    >
      <ul
        ref={listRef}
        id={id}
        role="listbox"
        aria-label="Suggestions"
        tabIndex={-1}
        className="max-h-60 overflow-y-auto p-1"
      >
        {options.map((option, index) => (
          <li
            key={option.value}
            id={`${id}-${index}`}
            role="option"
            aria-selected={option.value === value}
            className={cn(
              'flex min-h-9 items-center gap-2 rounded-md px-2.5 py-1.5 text-grid touch:min-h-11',
              option === highlighted
                ? 'bg-sunken outline-2 -outline-offset-2 outline-accent'
                : 'hover:bg-sunken',
            )}
            onClick={() => onPick(option)}
          >
            <span className="min-w-0 flex-1">
              <span className="block truncate">{option.label}</span>
              {option.hint && (
                <span className="block truncate text-label text-ink-2">{option.hint}</span>
              )}
            </span>
            {option.value === value && (
              <Check aria-hidden className="size-4 shrink-0 text-accent" />
            )}
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}

/** Says that nothing matches, or how many further options there are. */
export function ListStatus({
  emptyText,
  further,
}: {
  emptyText: string | undefined;
  further: number;
}) {
  const text = further > 0 ? `${further} more. Type to narrow the list.` : emptyText;
  return (
    <p role="status" className={cn('px-3.5 text-label text-ink-2', text && 'pt-1 pb-2.5')}>
      {text}
    </p>
  );
}

/** A note about the choice. Screen readers read it aloud when it appears. */
export const ChoiceNote = ({
  id,
  text,
  className,
}: {
  id: string;
  text: string;
  className: string;
}) => (
  <p id={id} role="alert" className={cn('text-label text-bad', className)}>
    {text}
  </p>
);
