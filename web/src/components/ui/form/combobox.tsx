import { type KeyboardEvent, type Ref, useId, useRef, useState } from 'react';
import { ChevronsUpDown } from 'lucide-react';
import { cn } from '../../../lib/cn';
import {
  choiceNeeded,
  type ComboboxOption,
  type ComboboxState,
  outcomeOfBlur,
  outcomeOfTab,
  searchOptions,
  unambiguousMatch,
} from '../../../lib/forms/combobox-choice';
import type { ControlProps } from './field';
import { controlClass } from './input';
import { ComboboxList, ListStatus, ChoiceNote } from './combobox-list';

/**
 * How the value changed. `picked`: the user pressed Enter or clicked an option. `left`: the user
 * typed and then left the field. `typed`: the text itself is the value.
 */
export type ComboboxChange = 'picked' | 'left' | 'typed';

export interface ComboboxProps extends Partial<ControlProps> {
  options: readonly ComboboxOption[];
  value: string;
  /**
   * An empty value means that nothing is chosen, also while the field shows a text that matches
   * several options.
   */
  onChange: (value: string, how: ComboboxChange) => void;
  onBlur?: () => void;
  /** Any text is a value; the options are only suggestions. */
  allowCustom?: boolean;
  placeholder?: string;
  /** Shown when nothing matches. */
  emptyText?: string;
  disabled?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  name?: string;
}

/** The number of options in the list. Further ones are found by typing. */
const shownAtOnce = 50;

/**
 * A text field with a list of options (the ARIA combobox pattern). The arrow keys highlight an
 * option; Enter, Tab and a click choose it. Text that matches several options is never replaced:
 * the field asks for a choice.
 */
export function Combobox({
  options,
  value,
  onChange,
  onBlur,
  allowCustom = false,
  placeholder,
  emptyText = 'Nothing found.',
  disabled,
  inputRef,
  name,
  ...control
}: ComboboxProps) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [isChoiceNeeded, setChoiceNeeded] = useState(false);
  /**
   * The value of the option that the arrow keys reached; by value, because the options may change
   * meanwhile.
   */
  const [reached, setReached] = useState<string | null>(null);
  const [knownValue, setKnownValue] = useState(value);

  const reset = () => {
    setOpen(false);
    setTyped(null);
    setReached(null);
    setChoiceNeeded(false);
  };
  if (value !== knownValue) {
    setKnownValue(value);
    // The form has set another value, for example from a draft.
    if (value !== '' && !allowCustom) reset();
  }

  const chosenOption = options.find((option) => option.value === value);
  const settledText = chosenOption?.label ?? (allowCustom ? value : '');
  const matches = typed === null ? options : searchOptions(options, typed);
  const listedOptions = matches.slice(0, shownAtOnce);
  const highlighted =
    listedOptions.find((option) => option.value === reached) ??
    (allowCustom ? undefined : unambiguousMatch(listedOptions, typed ?? ''));
  const state: ComboboxState = {
    typed,
    isOpen,
    highlighted,
    matchCount: matches.length,
    allowCustom,
  };

  const choose = (option: ComboboxOption, how: ComboboxChange) => {
    onChange(option.value, how);
    reset();
  };
  const askForChoice = () => {
    setChoiceNeeded(true);
    if (value !== '') onChange('', 'typed');
  };
  const type = (text: string) => {
    setTyped(text);
    setOpen(true);
    setReached(null);
    setChoiceNeeded(false);
    if (allowCustom || text === '') onChange(text, 'typed');
  };
  const highlight = (index: number) => {
    setOpen(true);
    setReached(listedOptions[index]?.value ?? null);
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' });
  };
  const moveBy = (step: 1 | -1) => {
    const last = listedOptions.length - 1;
    const current = highlighted ? listedOptions.indexOf(highlighted) : -1;
    if (!isOpen)
      highlight(Math.max(chosenOption ? listedOptions.indexOf(chosenOption) : current, 0));
    else if (current === -1) highlight(step === 1 ? 0 : last);
    else highlight(Math.min(Math.max(current + step, 0), last));
  };
  const onEnter = (event: KeyboardEvent) => {
    const isUnresolved = outcomeOfBlur({ ...state, highlighted: undefined }) === 'unchosen';
    if (!isOpen && !isUnresolved) return; // Enter submits the form.
    event.preventDefault();
    if (isOpen && highlighted) choose(highlighted, 'picked');
    else if (isUnresolved) {
      setOpen(true);
      askForChoice();
    } else reset();
  };
  const onTab = (event: KeyboardEvent) => {
    const outcome = outcomeOfTab(state);
    if (outcome === 'take' && highlighted) choose(highlighted, 'left');
    if (outcome !== 'stay') return;
    event.preventDefault();
    askForChoice();
  };
  /**
   * Escape closes the list and keeps the text. With a closed list it belongs to the dialog around
   * the field.
   */
  const onEscape = (event: KeyboardEvent) => {
    if (!isOpen) return;
    event.stopPropagation();
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') onEnter(event);
    else if (event.key === 'Tab') onTab(event);
    else if (event.key === 'Escape') onEscape(event);
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      moveBy(event.key === 'ArrowDown' ? 1 : -1);
    }
  };
  const leave = () => {
    const outcome = outcomeOfBlur(state);
    if (outcome === 'take' && highlighted) choose(highlighted, 'left');
    else if (outcome === 'unchosen') {
      setOpen(false);
      askForChoice();
    } else reset();
    onBlur?.();
  };

  const isListShown = isOpen && !(allowCustom && listedOptions.length === 0);
  const noteId = `${id}-note`;
  const note = isChoiceNeeded && choiceNeeded(matches, emptyText);
  return (
    <div className="relative">
      <input
        {...control}
        ref={inputRef}
        name={name}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-autocomplete="list"
        aria-activedescendant={
          isOpen && highlighted ? `${id}-${listedOptions.indexOf(highlighted)}` : undefined
        }
        aria-invalid={note ? true : control['aria-invalid']}
        aria-describedby={
          [note && noteId, control['aria-describedby']].filter(Boolean).join(' ') || undefined
        }
        autoComplete="off"
        disabled={disabled}
        placeholder={placeholder}
        value={typed ?? settledText}
        className={cn(controlClass, 'h-control pr-9 pl-3')}
        onChange={(event) => type(event.target.value)}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
        onBlur={(event) => {
          const field = event.currentTarget;
          const isWindowLeft = document.activeElement === field;
          if (isWindowLeft) return;
          afterFocusOf(event.relatedTarget, () => {
            // A dialog that contains the field may have given the focus back to it meanwhile.
            const isBack = document.activeElement === field;
            if (!isBack) leave();
          });
        }}
      />
      <ChevronsUpDown
        aria-hidden
        className={
          'pointer-events-none absolute top-[calc(var(--control)/2)] right-3 size-4 ' +
          '-translate-y-1/2 text-ink-2'
        }
      />
      {isListShown && (
        <ComboboxList
          id={id}
          listRef={list}
          options={listedOptions}
          value={value}
          highlighted={highlighted}
          onPick={(option) => choose(option, 'picked')}
        >
          <ListStatus
            emptyText={listedOptions.length === 0 && !note ? emptyText : undefined}
            further={matches.length - listedOptions.length}
          />
          {note && <ChoiceNote id={noteId} text={note} className="px-3.5 pt-1 pb-2.5" />}
        </ComboboxList>
      )}
      {note && !isListShown && <ChoiceNote id={noteId} text={note} className="mt-1.5" />}
    </div>
  );
}

/**
 * Calls back when the next element has received the focus; at once if there is none. Between blur
 * and focus, no element has the focus. If the list were removed at that moment, the dialog would
 * think that the focus is lost, and would move it to itself.
 */
function afterFocusOf(next: Element | null, callback: () => void): void {
  if (next === null) {
    callback();
    return;
  }
  let isCalled = false;
  const call = () => {
    if (isCalled) return;
    isCalled = true;
    next.removeEventListener('focus', call);
    callback();
  };
  next.addEventListener('focus', call);
  setTimeout(call); // if something else took the focus
}
