import { type KeyboardEvent, type Ref, useId, useRef, useState } from 'react';
import { Check, ChevronsUpDown } from 'lucide-react';
import { cn } from '../lib/cn';
import { type ControlProps } from './field';
import { controlClass } from './input';

export interface ComboboxOption {
  value: string;
  label: string;
  /** A second, quieter line; searched too. */
  hint?: string | undefined;
}

export interface ComboboxProps extends Partial<ControlProps> {
  options: readonly ComboboxOption[];
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** Whatever is typed is a value; the options only suggest. */
  allowCustom?: boolean;
  placeholder?: string;
  /** Said when nothing matches. */
  emptyText?: string;
  disabled?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  name?: string;
}

const shownAtOnce = 50;

/** Words of the search in any order: "alv ruth" finds Ruth Alvarez. */
export function searchOptions(options: readonly ComboboxOption[], text: string): ComboboxOption[] {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const found: ComboboxOption[] = [];
  for (const option of options) {
    const hay = `${option.label} ${option.hint ?? ''}`.toLowerCase();
    if (words.every((word) => hay.includes(word))) found.push(option);
  }
  return found;
}

/** Type to search, arrows and Enter to choose (the ARIA combobox pattern with a listbox). */
export function Combobox({
  options,
  value,
  onChange,
  onBlur,
  allowCustom,
  placeholder,
  emptyText = 'Nothing found.',
  disabled,
  inputRef,
  name,
  ...control
}: ComboboxProps) {
  const listId = useId();
  const list = useRef<HTMLUListElement>(null);
  const chosen = options.find((option) => option.value === value);
  const settled = chosen?.label ?? (allowCustom ? value : '');
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const matches = typed === null ? options : searchOptions(options, typed);
  const shown = matches.slice(0, shownAtOnce);

  const close = () => {
    setOpen(false);
    setTyped(null);
  };
  const choose = (option: ComboboxOption) => {
    onChange(option.value);
    close();
  };
  const move = (next: number) => {
    setOpen(true);
    setActive(next);
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const option = shown[active];
    if (event.key === 'ArrowDown') move(open ? Math.min(active + 1, shown.length - 1) : active);
    else if (event.key === 'ArrowUp') move(Math.max(active - 1, 0));
    else if (
      event.key === 'Enter' &&
      open &&
      option &&
      (!allowCustom || typed === null || typed === '')
    )
      choose(option);
    else if (event.key === 'Enter' && open && option && allowCustom && active > 0) choose(option);
    else if (event.key === 'Enter' && open) close();
    else if (event.key === 'Escape' && open) {
      event.stopPropagation();
      close();
    } else return;
    if (event.key !== 'Escape') event.preventDefault();
  };

  return (
    <div className="relative">
      <input
        {...control}
        ref={inputRef}
        name={name}
        role="combobox"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={open && shown[active] ? `${listId}-${active}` : undefined}
        autoComplete="off"
        disabled={disabled}
        placeholder={placeholder}
        value={typed ?? settled}
        className={cn(controlClass, 'h-control pr-9 pl-3')}
        onChange={(event) => {
          setTyped(event.target.value);
          setOpen(true);
          setActive(0);
          if (allowCustom) onChange(event.target.value);
          else if (event.target.value === '') onChange('');
        }}
        onClick={() => {
          setOpen(true);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          close();
          onBlur?.();
        }}
      />
      <ChevronsUpDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-2"
      />
      {open && !(allowCustom && shown.length === 0) && (
        <div className="absolute inset-x-0 top-full z-50 mt-1.5 overflow-hidden rounded-lg bg-surface shadow-float">
          <ul
            ref={list}
            id={listId}
            role="listbox"
            aria-label="Suggestions"
            className="max-h-60 overflow-y-auto p-1"
          >
            {shown.map((option, index) => (
              <li
                key={option.value}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={option.value === value}
                className={cn(
                  'flex min-h-9 items-center gap-2 rounded-md px-2.5 py-1.5 text-grid touch:min-h-11',
                  index === active && 'bg-sunken',
                )}
                onPointerMove={() => setActive(index)}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(option)}
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
          <p
            role="status"
            className={cn(
              'px-3.5 text-label text-ink-2',
              (shown.length === 0 || matches.length > shown.length) && 'pt-1 pb-2.5',
            )}
          >
            {shown.length === 0 && emptyText}
            {matches.length > shown.length &&
              `${matches.length - shown.length} more. Type to narrow the list.`}
          </p>
        </div>
      )}
    </div>
  );
}
