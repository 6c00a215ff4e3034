import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { EditorLoader } from '../../components/content/editor-load';
import { studiesList, StudyEditor } from '../../features/content/studies/study-editor';
import { markChanged, lastSearchOf } from '../../lib/content/list-search';

const route = getRouteApi('/admin/pastor-dashboard/studies/$id');

export const Route = createLazyRoute('/admin/pastor-dashboard/studies/$id')({
  component: StudyEditorPage,
});

function StudyEditorPage() {
  const { id } = route.useParams();
  const navigate = route.useNavigate();
  return (
    <EditorLoader kind="bible-studies" id={id === 'new' ? null : id} one="Bible study">
      {(study) => (
        <StudyEditor
          key={study?.id ?? 'new'}
          study={study}
          onSaved={(savedStudy) => {
            markChanged(savedStudy.id);
            void navigate({ to: studiesList.to, search: lastSearchOf(studiesList.to) });
          }}
        />
      )}
    </EditorLoader>
  );
}
