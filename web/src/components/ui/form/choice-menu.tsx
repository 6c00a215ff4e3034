import { ChevronDown } from 'lucide-react';
import { cn } from '../../../lib/cn';
import type { ControlProps } from './field';
import { controlClass } from './input';
import { Menu } from '../overlay/menu';

export interface ChoiceMenuProps<Value extends string> extends Partial<ControlProps> {
  /** Names the control for screen readers, together with the current choice. */
  label: string;
  value: Value;
  /** The text of the current choice. It does not have to be among the options. */
  text: string;
  options: readonly { value: Value; label: string }[];
  /** Called when the user chooses another value with Enter, Space or a click. */
  onChoose: (value: Value) => void;
  className?: string;
}

/**
 * Looks like a select, but for a choice that is saved at once. The arrow keys only move in the open
 * menu. A closed native select changes its value with each press of an arrow key, and would save
 * each time.
 */
export function ChoiceMenu<Value extends string>({
  label,
  value,
  text,
  options,
  onChoose,
  className,
  id,
  'aria-describedby': describedBy,
}: ChoiceMenuProps<Value>) {
  return (
    <Menu
      trigger={
        <button
          type="button"
          id={id}
          aria-describedby={describedBy}
          aria-label={`${label}: ${text}`}
          className={cn(
            controlClass,
            'inline-flex h-control items-center justify-between gap-2 px-3 text-left',
            className,
          )}
        >
          <span className="truncate">{text}</span>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-2" />
        </button>
      }
      entries={options.map((option) => ({
        kind: 'choice',
        ...option,
        chosen: option.value === value,
        onSelect: () => {
          if (option.value !== value) onChoose(option.value);
        },
      }))}
    />
  );
}
