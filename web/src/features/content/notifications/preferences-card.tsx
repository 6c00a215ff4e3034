import { useState } from 'react';
import { BookOpen, CalendarDays, type LucideIcon, Mic } from 'lucide-react';
import type { NotificationPreferences, User } from '#libs/contracts';
import { Card } from '../../../components/ui/card';
import { Switch } from '../../../components/ui/switch';
import { cn } from '../../../lib/cn';
import { moveWithoutChoosing } from '../../../lib/browser/radio-keys';
import { useSavePreferences } from './preferences';
import { SmsNote } from './sms-note';

const kinds: {
  field: 'notifyNewResources' | 'notifyNewSermons' | 'notifyNewEvents';
  label: string;
  hint: string;
  icon: LucideIcon;
}[] = [
  {
    field: 'notifyNewResources',
    label: 'New Resources',
    hint: 'When a Bible study resource is added',
    icon: BookOpen,
  },
  {
    field: 'notifyNewSermons',
    label: 'New Sermons',
    hint: 'When a sermon is in the archive',
    icon: Mic,
  },
  {
    field: 'notifyNewEvents',
    label: 'New Events',
    hint: 'When an event is planned',
    icon: CalendarDays,
  },
];
const methods = [
  { value: 'email', label: 'Email Only' },
  { value: 'sms', label: 'SMS Only' },
  { value: 'both', label: 'Email & SMS' },
] as const;

/**
 * The user's choice of notifications. Each choice takes effect at once, and is reverted if it could
 * not be saved.
 */
export function PreferencesCard({ user: savedUser }: { user: User }) {
  const save = useSavePreferences();
  const [changedPreferences, setChangedPreferences] = useState<NotificationPreferences>({});
  const user = { ...savedUser, ...changedPreferences };
  const choose = (change: NotificationPreferences) => {
    setChangedPreferences((now) => ({ ...now, ...change }));
    save.mutate(change, { onSettled: () => setChangedPreferences({}) });
  };
  return (
    <Card
      title="What we tell you about"
      description="Everything is also listed here in the portal."
    >
      <ul className="divide-y">
        {kinds.map(({ field, label, hint, icon: Icon }) => (
          <li key={field}>
            <label className="flex min-h-control items-center gap-3 py-3">
              <Icon aria-hidden className="size-5 shrink-0 text-ink-3" />
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{label}</span>
                <span className="block text-grid text-ink-2">{hint}</span>
              </span>
              <Switch
                aria-label={label}
                checked={user[field]}
                onCheckedChange={(checked) => choose({ [field]: checked })}
              />
            </label>
          </li>
        ))}
      </ul>
      <fieldset className="mt-2 border-t pt-4" onKeyDown={moveWithoutChoosing}>
        <legend className="sr-only">How we reach you</legend>
        <p aria-hidden className="mb-2 font-medium">
          How we reach you
        </p>
        <div className="grid gap-2 sm:grid-cols-3">
          {methods.map(({ value, label }) => {
            const isChosen = user.notificationMethod === value;
            return (
              <label
                key={value}
                className={cn(
                  'flex min-h-control cursor-pointer items-center gap-2.5 rounded-md ' +
                    'border px-3 has-focus-visible:outline-2 ' +
                    'has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
                  isChosen
                    ? 'border-accent bg-accent-soft font-medium'
                    : 'border-control-line hover:bg-sunken',
                )}
              >
                <input
                  type="radio"
                  name="notificationMethod"
                  value={value}
                  checked={isChosen}
                  onChange={() => choose({ notificationMethod: value })}
                  className="size-4 shrink-0 accent-(--accent) outline-none"
                />
                {label}
              </label>
            );
          })}
        </div>
        {user.notificationMethod !== 'email' && (
          <SmsNote
            elsewhere={
              'What is new is listed ' +
              `here${user.notificationMethod === 'both' ? ', and comes by email.' : '.'}`
            }
          />
        )}
      </fieldset>
    </Card>
  );
}
