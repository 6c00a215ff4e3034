import { lazy, Suspense } from 'react';
import { MessageCircleQuestion } from 'lucide-react';
import type { FaqEntry, Settings } from '#libs/contracts';
import { ConfirmDelete } from '../../../components/ui/overlay/confirm-delete';
import { SettingList } from './setting-list';
import type { SaveWords } from './site';
import { useSettingList } from './use-setting-list';

const FaqDialog = lazy(() => import('./faq-dialog'));

/** What people ask the pastor again and again, with the answers. */
export function FaqCard({
  settings: { pastorFaq },
  words,
}: {
  settings: Settings;
  words: SaveWords;
}) {
  const { doing, setDoing, close, pending, order, remove, keep } = useSettingList<FaqEntry>(
    'pastorFaq',
    pastorFaq,
    words,
  );
  return (
    <>
      <SettingList
        title="Pastor’s FAQ"
        description="Stands beside the form for messages to the pastor, and may answer before somebody writes."
        icon={MessageCircleQuestion}
        empty="Questions and their answers will be listed here."
        add="Add question"
        entries={pastorFaq}
        nameOf={({ question }) => question}
        lineOf={({ answer }) => answer}
        onEdit={(index) => setDoing({ what: 'edit', index })}
        onDelete={(index) => setDoing({ what: 'delete', index })}
        onOrder={order}
      />
      <Suspense>
        {doing?.what === 'edit' && (
          <FaqDialog
            entry={doing.index === null ? null : (pastorFaq[doing.index] ?? null)}
            name={`settings.faq.${doing.index ?? 'new'}`}
            pending={pending}
            onClose={close}
            onSave={(entry, done) => keep(doing.index, entry, done)}
          />
        )}
      </Suspense>
      <ConfirmDelete
        open={doing?.what === 'delete'}
        what="question"
        description={`“${doing?.what === 'delete' ? (pastorFaq[doing.index]?.question ?? '') : ''}” and its answer are gone, for good.`}
        pending={pending}
        onClose={close}
        onConfirm={() => doing?.what === 'delete' && remove(doing.index)}
      />
    </>
  );
}
