import { cn } from '../../lib/cn';

export interface ToggleGroupProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: readonly Value[];
  onChange: (value: Value[]) => void;
  error?: string | undefined;
}

/** A choice of several options. Each is on or off; the value keeps the order of the options. */
export function ToggleGroup<Value extends string>({
  label,
  options,
  value,
  onChange,
  error,
}: ToggleGroupProps<Value>) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-grid font-medium">{label}</legend>
      <div className="flex flex-wrap gap-1.5">
        {options.map((option) => {
          const isOn = value.includes(option.value);
          return (
            <button
              key={option.value}
              type="button"
              aria-pressed={isOn}
              onClick={() =>
                onChange(
                  options
                    .map((choice) => choice.value)
                    .filter((choice) => (choice === option.value ? !isOn : value.includes(choice))),
                )
              }
              className={cn(
                'inline-flex h-8 items-center rounded-full border px-3 text-grid ' +
                  'transition-colors duration-150 touch:h-control',
                isOn
                  ? 'border-accent bg-accent-soft font-medium text-accent'
                  : 'border-control-line text-ink-2 hover:bg-sunken hover:text-ink',
              )}
            >
              {option.label}
            </button>
          );
        })}
      </div>
      {error && (
        <p role="alert" className="mt-1.5 text-label text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}
