import { lazy } from 'react';
import { Church } from 'lucide-react';
import type { Service, Settings } from '#libs/contracts';
import { ConfirmDelete } from '../../../components/ui/overlay/confirm-delete';
import { DialogLoader } from '../../../components/ui/overlay/dialog-loader';
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

const toEntries = ({ services }: Settings): ServiceEntry[] => services.map(entryOf);

/** The regular services of the church. */
export function ServicesCard({ settings, words }: { settings: Settings; words: SaveWords }) {
  const { dialog, setDialog, close, pending, entries, order, remove, keep } =
    useSettingList<ServiceEntry>({ key: 'services', settings, toEntries, words });
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
        onAdd={() => setDialog({ kind: 'add' })}
        onEdit={(index) => setDialog({ kind: 'edit', index, entry: entries[index]! })}
        onDelete={(index) => setDialog({ kind: 'delete', entry: entries[index]! })}
        onOrder={(next) => order(next.map(entryOf))}
      />
      <DialogLoader onClose={close}>
        {dialog?.kind === 'add' && (
          <ServiceDialog
            entry={null}
            name="settings.service.new"
            pending={pending}
            onClose={close}
            onSave={(entry, done) => keep(null, entry, done)}
          />
        )}
        {dialog?.kind === 'edit' && (
          <ServiceDialog
            entry={dialog.entry}
            name={`settings.service.${dialog.index}`}
            pending={pending}
            onClose={close}
            onSave={(entry, done) => keep(dialog.entry, entry, done)}
          />
        )}
      </DialogLoader>
      <ConfirmDelete
        open={dialog?.kind === 'delete'}
        itemName="service"
        description={
          `“${dialog?.kind === 'delete' ? dialog.entry.title : ''}” is ` +
          'no longer among your regular services. Events are not changed.'
        }
        pending={pending}
        onClose={close}
        onConfirm={() => dialog?.kind === 'delete' && remove(dialog.entry)}
      />
    </>
  );
}
