import { lazy, Suspense } from 'react';
import { MessageCircleQuestion } from 'lucide-react';
import type { FaqEntry, Settings } from '#libs/contracts';
import { ConfirmDelete } from '../../../components/ui/overlay/confirm-delete';
import { SettingList } from './setting-list';
import type { SaveWords } from './site';
import { useSettingList } from './use-setting-list';

const FaqDialog = lazy(() => import('./faq-dialog'));

/** The frequent questions to the pastor with their answers. */
export function FaqCard({
  settings: { pastorFaq },
  words,
}: {
  settings: Settings;
  words: SaveWords;
}) {
  const { dialog, setDialog, close, pending, order, remove, keep } = useSettingList<FaqEntry>(
    'pastorFaq',
    pastorFaq,
    words,
  );
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
        entries={pastorFaq}
        nameOf={({ question }) => question}
        lineOf={({ answer }) => answer}
        onEdit={(index) => setDialog({ kind: 'edit', index })}
        onDelete={(index) => setDialog({ kind: 'delete', index })}
        onOrder={order}
      />
      <Suspense>
        {dialog?.kind === 'edit' && (
          <FaqDialog
            entry={dialog.index === null ? null : (pastorFaq[dialog.index] ?? null)}
            name={`settings.faq.${dialog.index ?? 'new'}`}
            pending={pending}
            onClose={close}
            onSave={(entry, done) => keep(dialog.index, entry, done)}
          />
        )}
      </Suspense>
      <ConfirmDelete
        open={dialog?.kind === 'delete'}
        itemName="question"
        description={
          `“${dialog?.kind === 'delete' ? (pastorFaq[dialog.index]?.question ?? '') : ''}” ` +
          'and its answer are gone, for good.'
        }
        pending={pending}
        onClose={close}
        onConfirm={() => dialog?.kind === 'delete' && remove(dialog.index)}
      />
    </>
  );
}
