import { lazy } from 'react';
import { MessageCircleQuestion } from 'lucide-react';
import type { FaqEntry, Settings } from '#libs/contracts';
import { ConfirmDelete } from '../../../components/ui/overlay/confirm-delete';
import { DialogLoader } from '../../../components/ui/overlay/dialog-loader';
import { SettingList } from './setting-list';
import type { SaveWords } from './site';
import { useSettingList } from './use-setting-list';

const FaqDialog = lazy(() => import('./faq-dialog'));

const toEntries = ({ pastorFaq }: Settings): FaqEntry[] => pastorFaq;

/** The frequent questions to the pastor with their answers. */
export function FaqCard({ settings, words }: { settings: Settings; words: SaveWords }) {
  const { dialog, setDialog, close, pending, entries, order, remove, keep } =
    useSettingList<FaqEntry>({ key: 'pastorFaq', settings, toEntries, words });
  return (
    <>
      <SettingList
        title="Pastor’s FAQ"
        description={
          'Stands beside the form for messages to the pastor, and may answer before ' +
          'somebody writes.'
        }
        icon={MessageCircleQuestion}
        empty="Questions and their answers will be listed here."
        add="Add question"
        entries={entries}
        nameOf={({ question }) => question}
        lineOf={({ answer }) => answer}
        onAdd={() => setDialog({ kind: 'add' })}
        onEdit={(index) => setDialog({ kind: 'edit', index, entry: entries[index]! })}
        onDelete={(index) => setDialog({ kind: 'delete', entry: entries[index]! })}
        onOrder={order}
      />
      <DialogLoader onClose={close}>
        {dialog?.kind === 'add' && (
          <FaqDialog
            entry={null}
            name="settings.faq.new"
            pending={pending}
            onClose={close}
            onSave={(entry, done) => keep(null, entry, done)}
          />
        )}
        {dialog?.kind === 'edit' && (
          <FaqDialog
            entry={dialog.entry}
            name={`settings.faq.${dialog.index}`}
            pending={pending}
            onClose={close}
            onSave={(entry, done) => keep(dialog.entry, entry, done)}
          />
        )}
      </DialogLoader>
      <ConfirmDelete
        open={dialog?.kind === 'delete'}
        itemName="question"
        description={
          `“${dialog?.kind === 'delete' ? dialog.entry.question : ''}” ` +
          'and its answer are gone, for good.'
        }
        pending={pending}
        onClose={close}
        onConfirm={() => dialog?.kind === 'delete' && remove(dialog.entry)}
      />
    </>
  );
}
