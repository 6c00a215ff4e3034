import { type KeyboardEvent, type Ref, useState } from 'react';
import { Plus, X } from 'lucide-react';
import { cn } from '../../../lib/cn';
import type { ControlProps } from './field';
import { controlClass } from './input';

export interface TagsInputProps extends ControlProps {
  value: readonly string[];
  onChange: (tags: string[]) => void;
  onBlur?: () => void;
  /** Tags that are offered below the field. A click adds one. */
  suggestions?: readonly string[];
  inputRef?: Ref<HTMLInputElement>;
}

/**
 * A field for tags. They are typed and ended with Enter or a comma, pasted as a list, or chosen
 * from the suggestions. Backspace removes the last one.
 */
export function TagsInput({
  value,
  onChange,
  onBlur,
  suggestions = [],
  inputRef,
  ...control
}: TagsInputProps) {
  const [typed, setTyped] = useState('');
  const hasTag = (tag: string) =>
    value.some((existing) => existing.toLowerCase() === tag.toLowerCase());
  const add = (text: string) => {
    const fresh = text
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag, index, all) => tag !== '' && !hasTag(tag) && all.indexOf(tag) === index);
    if (fresh.length > 0) onChange([...value, ...fresh]);
    setTyped('');
  };
  const remove = (tag: string) => onChange(value.filter((existing) => existing !== tag));
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      // A repeated Enter must not submit the form.
      event.preventDefault();
      add(typed);
    } else if (event.key === 'Backspace' && typed === '' && value.length > 0) remove(value.at(-1)!);
  };
  const open = suggestions.filter((tag) => !hasTag(tag));
  return (
    <div>
      <div
        className={cn(
          controlClass,
          'flex min-h-control flex-wrap items-center gap-1.5 px-2 py-1 ' +
            'focus-within:outline-2 focus-within:outline-offset-2 ' +
            'focus-within:outline-accent',
          control['aria-invalid'] && 'border-bad',
        )}
      >
        {value.map((tag) => (
          <span
            key={tag}
            className={
              'inline-flex max-w-full items-center gap-0.5 rounded-full bg-sunken py-0.5 ' +
              'pr-0.5 pl-2.5 text-grid'
            }
          >
            <span className="truncate">{tag}</span>
            <button
              type="button"
              aria-label={`Remove tag ${tag}`}
              onClick={() => remove(tag)}
              className={
                'grid size-5 shrink-0 place-items-center rounded-full text-ink-2 ' +
                'hover:bg-line hover:text-ink touch:size-8'
              }
            >
              <X aria-hidden className="size-3.5" />
            </button>
          </span>
        ))}
        <input
          {...control}
          ref={inputRef}
          value={typed}
          autoComplete="off"
          maxLength={500}
          placeholder={value.length === 0 ? 'Type a tag and press Enter' : undefined}
          className="h-7 min-w-24 flex-1 bg-transparent px-1 outline-none touch:text-[16px]"
          onChange={(event) => {
            if (event.target.value.includes(',')) add(event.target.value);
            else setTyped(event.target.value);
          }}
          onKeyDown={onKeyDown}
          onBlur={() => {
            if (typed.trim() !== '') add(typed);
            onBlur?.();
          }}
        />
      </div>
      {open.length > 0 && (
        <div role="group" aria-label="Suggested tags" className="mt-2 flex flex-wrap gap-1.5">
          {open.map((tag) => (
            <button
              key={tag}
              type="button"
              aria-label={`Add tag ${tag}`}
              onClick={() => add(tag)}
              className={
                'inline-flex h-7 items-center gap-1 rounded-full border ' +
                'border-line-strong px-2.5 text-grid text-ink-2 hover:bg-sunken ' +
                'hover:text-ink touch:h-10'
              }
            >
              <Plus aria-hidden className="size-3.5" />
              {tag}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
