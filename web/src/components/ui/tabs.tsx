import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { cn } from '../../lib/cn';

export interface TabsProps<Value extends string> {
  label: string;
  tabs: readonly { value: Value; label: string; panel: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
  /** The panel takes the remaining height, for a screen whose grid fills the window. */
  fill?: boolean;
}

/** Tabs. Arrow keys, Home and End move the focus and choose at once (the ARIA tabs pattern). */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  fill = false,
}: TabsProps<Value>) {
  const id = useId();
  const currentIndex = tabs.findIndex((tab) => tab.value === value);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const moves: Partial<Record<string, number>> = {
      ArrowRight: currentIndex + 1,
      ArrowLeft: currentIndex - 1,
      Home: 0,
      End: tabs.length - 1,
    };
    const to = moves[event.key];
    const next = to === undefined ? undefined : tabs.at(to % tabs.length);
    if (!next) return;
    event.preventDefault();
    onChange(next.value);
    document.getElementById(`${id}-${next.value}`)?.focus();
  };
  return (
    <div className={cn(fill && 'flex min-h-0 flex-1 flex-col')}>
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className={cn('flex gap-5 border-b', fill && 'shrink-0 overflow-x-auto')}
      >
        {tabs.map((tab) => {
          const isCurrent = tab.value === value;
          return (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-${tab.value}`}
              aria-selected={isCurrent}
              aria-controls={isCurrent ? `${id}-panel` : undefined}
              tabIndex={isCurrent ? 0 : -1}
              onClick={() => onChange(tab.value)}
              className={cn(
                '-mb-px flex h-10 shrink-0 items-center border-b-2 font-medium ' +
                  'transition-colors duration-150 touch:h-11',
                isCurrent
                  ? 'border-accent text-ink'
                  : 'border-transparent text-ink-2 hover:text-ink',
              )}
            >
              {tab.label}
            </button>
          );
        })}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${value}`}
        tabIndex={0}
        className={cn('rounded-md outline-offset-4', fill && 'flex min-h-0 flex-1 flex-col pt-4')}
      >
        {tabs[currentIndex]?.panel}
      </div>
    </div>
  );
}
