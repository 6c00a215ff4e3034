import { lazy, Suspense } from 'react';
import { Church } from 'lucide-react';
import type { Service, Settings } from '#libs/contracts';
import { ConfirmDelete } from '../../../components/ui/overlay/confirm-delete';
import { minutesInWords } from '../../../lib/content/duration';
import { timeOfDay } from '../../../lib/content/event-time';
import type { ServiceEntry } from './service-values';
import { SettingList } from './setting-list';
import type { SaveWords } from './site';
import { useSettingList } from './use-setting-list';

const ServiceDialog = lazy(() => import('./service-dialog'));

const entryOf = ({
  title,
  recurrence,
  time,
  durationMinutes,
  place,
  link,
}: Service): ServiceEntry => ({ title, recurrence, time, durationMinutes, place, link });

/** The regular services of the church. */
export function ServicesCard({ settings, words }: { settings: Settings; words: SaveWords }) {
  const entries = settings.services.map(entryOf);
  const { dialog, setDialog, close, pending, order, remove, keep } = useSettingList<ServiceEntry>(
    'services',
    entries,
    words,
  );
  return (
    <>
      <SettingList
        title="Regular services"
        description="Members find them in the Church Program and on the Community page."
        icon={Church}
        empty="Your regular services will be listed here."
        add="Add service"
        entries={settings.services}
        nameOf={({ title }) => title}
        lineOf={({ repeats, time, durationMinutes, place }) =>
          [`${repeats} at ${timeOfDay(time)}`, minutesInWords(durationMinutes), place]
            .filter(Boolean)
            .join(' · ')
        }
        onEdit={(index) => setDialog({ kind: 'edit', index })}
        onDelete={(index) => setDialog({ kind: 'delete', index })}
        onOrder={(next) => order(next.map(entryOf))}
      />
      <Suspense>
        {dialog?.kind === 'edit' && (
          <ServiceDialog
            entry={dialog.index === null ? null : (entries[dialog.index] ?? null)}
            name={`settings.service.${dialog.index ?? 'new'}`}
            pending={pending}
            onClose={close}
            onSave={(entry, done) => keep(dialog.index, entry, done)}
          />
        )}
      </Suspense>
      <ConfirmDelete
        open={dialog?.kind === 'delete'}
        itemName="service"
        description={
          `“${dialog?.kind === 'delete' ? (entries[dialog.index]?.title ?? '') : ''}” is ` +
          'no longer among your regular services. Events are not changed.'
        }
        pending={pending}
        onClose={close}
        onConfirm={() => dialog?.kind === 'delete' && remove(dialog.index)}
      />
    </>
  );
}
