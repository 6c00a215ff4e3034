import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import type { TicketPerson } from '#libs/contracts';
import type { ControlProps } from '../../../../components/ui/form/field';
import { Textarea } from '../../../../components/ui/form/input';
import { cn } from '../../../../lib/cn';
import { type Mentioning, mentioningAt, peopleFor, withMention } from './mention';
import { nameOf } from '../words';

export interface MentionTextareaProps extends Partial<ControlProps> {
  value: string;
  onChange: (value: string) => void;
  /** The users who can be mentioned. It is empty if the writer may not answer tickets. */
  people: readonly TicketPerson[];
  rows: number;
  readOnly: boolean;
  textareaRef: RefObject<HTMLTextAreaElement | null>;
  placeholder: string;
}

/**
 * A text field in which @ mentions a user. The arrow keys and Enter or Tab choose a user; Escape
 * closes the list.
 */
export function MentionTextarea({
  value,
  onChange,
  people,
  textareaRef,
  ...control
}: MentionTextareaProps) {
  const listId = useId();
  const [naming, setNaming] = useState<Mentioning | null>(null);
  const [active, setActive] = useState(0);
  const matches = naming ? peopleFor(people, naming) : [];
  const isOpen = matches.length > 0;
  const look = () => {
    const field = textareaRef.current;
    if (!field || people.length === 0) return;
    const next =
      field.selectionStart === field.selectionEnd
        ? mentioningAt(field.value, field.selectionEnd)
        : null;
    if (next?.start !== naming?.start || next?.typed !== naming?.typed) setActive(0);
    setNaming(next);
  };
  const choose = (person: TicketPerson) => {
    const done = withMention(value, naming!, person);
    // Move the caret at once. One frame later, it would jump within the text that the user has
    // typed meanwhile.
    flushSync(() => {
      onChange(done.text);
      setNaming(null);
    });
    textareaRef.current?.setSelectionRange(done.caret, done.caret);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return;
    const person = matches[active];
    if (event.key === 'ArrowDown') setActive((active + 1) % matches.length);
    else if (event.key === 'ArrowUp') setActive((active + matches.length - 1) % matches.length);
    else if ((event.key === 'Enter' || event.key === 'Tab') && person) choose(person);
    else if (event.key === 'Escape') setNaming(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="relative">
      <Textarea
        {...control}
        ref={textareaRef}
        aria-autocomplete={people.length > 0 ? 'list' : undefined}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? `${listId}-${active}` : undefined}
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
          look();
        }}
        onClick={look}
        onKeyDown={onKeyDown}
        onBlur={() => setNaming(null)}
      />
      {isOpen && (
        <ul
          id={listId}
          role="listbox"
          aria-label="People to mention"
          className={
            'absolute top-full left-0 z-30 mt-1.5 w-72 max-w-full overflow-hidden ' +
            'rounded-lg bg-surface p-1 shadow-float'
          }
        >
          {matches.map((person, index) => (
            <li
              key={person.id}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              className={cn(
                'flex min-h-9 items-center rounded-md px-2.5 py-1.5 text-grid touch:min-h-11',
                index === active && 'bg-sunken',
              )}
              onPointerMove={() => setActive(index)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(person)}
            >
              <span className="truncate">{nameOf(person)}</span>
            </li>
          ))}
        </ul>
      )}
      <span role="status" className="sr-only">
        {isOpen && `${matches.length} ${matches.length === 1 ? 'person' : 'people'} to mention`}
      </span>
    </div>
  );
}
