import { useEffect, useRef, useState } from 'react';
import { Search, X } from 'lucide-react';
import { cn } from '../../../lib/cn';
import { controlClass } from './input';

export interface SearchInputProps {
  label: string;
  placeholder: string;
  value: string;
  /** Called when the user stops typing for a moment. */
  onChange: (value: string) => void;
  /** Whether the key `/` focuses the field from anywhere on the page. */
  hasShortcut?: boolean;
}

/** The search field of a list. */
export function SearchInput({
  label,
  placeholder,
  value,
  onChange,
  hasShortcut = true,
}: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<number>(undefined);
  const unsent = useRef<() => void>(undefined);
  // `sent` distinguishes a change of `value` by this field from other changes, such as a cleared
  // filter or the back button.
  const [state, setState] = useState({ typed: value, sent: value, seen: value });
  if (value !== state.seen)
    setState({ typed: value === state.sent ? state.typed : value, sent: value, seen: value });

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const typing = target.closest('input, textarea, select, [contenteditable]');
      if (
        !hasShortcut ||
        event.key !== '/' ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        typing
      )
        return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      window.clearTimeout(timer.current);
    };
  }, [hasShortcut]);

  const change = (text: string, wait: number) => {
    setState((now) => ({ ...now, typed: text }));
    window.clearTimeout(timer.current);
    const send = () => {
      window.clearTimeout(timer.current);
      unsent.current = undefined;
      setState((now) => ({ ...now, sent: text.trim() }));
      onChange(text.trim());
    };
    unsent.current = send;
    timer.current = window.setTimeout(send, wait);
  };
  const typed = state.typed;

  return (
    <div className="relative w-full sm:w-64">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-3"
      />
      <input
        ref={input}
        type="search"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={placeholder}
        value={typed}
        onChange={(event) => {
          change(event.target.value, 250);
        }}
        // Report the text before a link is followed. Reported later, it would navigate back to the
        // list.
        onBlur={() => unsent.current?.()}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && typed !== '') {
            event.stopPropagation();
            change('', 0);
          }
        }}
        className={cn(
          controlClass,
          'h-8 pr-9 pl-9 text-grid touch:h-control ' + '[&::-webkit-search-cancel-button]:hidden',
        )}
      />
      {typed === '' ? (
        <kbd
          aria-hidden
          className={
            'pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 rounded-sm ' +
            'border px-1.5 font-sans text-label text-ink-3 touch:hidden'
          }
        >
          /
        </kbd>
      ) : (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => {
            change('', 0);
            input.current?.focus();
          }}
          className={
            'absolute inset-y-0 right-0 grid w-9 place-items-center text-ink-2 ' + 'hover:text-ink'
          }
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
    </div>
  );
}
