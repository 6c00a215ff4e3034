import { Monitor, Moon, Sun } from 'lucide-react';
import { cn } from '../../lib/cn';
import { setTheme, type Theme, useTheme } from '../../lib/browser/theme';

const themes = [
  { value: 'light', label: 'Light theme', icon: Sun },
  { value: 'system', label: 'Theme of the device', icon: Monitor },
  { value: 'dark', label: 'Dark theme', icon: Moon },
] as const satisfies { value: Theme; label: string; icon: unknown }[];

export function ThemeSwitch() {
  const { theme } = useTheme();
  return (
    <div role="group" aria-label="Theme" className="inline-flex rounded-md border p-0.5">
      {themes.map(({ value, label, icon: Icon }) => (
        <button
          key={value}
          type="button"
          title={label}
          aria-label={label}
          aria-pressed={theme === value}
          onClick={() => {
            setTheme(value);
          }}
          className={cn(
            'grid h-7 w-8 place-items-center rounded-sm touch:h-10 touch:w-10',
            theme === value ? 'bg-sunken text-ink' : 'text-ink-3 hover:text-ink',
          )}
        >
          <Icon aria-hidden className="size-4" />
        </button>
      ))}
    </div>
  );
}
