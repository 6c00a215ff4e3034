import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { EditorLoad } from '../components/editor-load';
import type { EditorPageProps } from '../components/editor-page';
import { NuggetEditor } from '../features/content/library/nugget-editor';
import { ResourceEditor } from '../features/content/library/resource-editor';
import { SermonEditor } from '../features/content/library/sermon-editor';
import { churchToday } from '../lib/church';
import { markChanged, placeOf, rememberPlace } from '../lib/list-place';
import { settingsQuery } from '../lib/queries/settings';

const route = getRouteApi('/admin/content/$kind/$id');

export const Route = createLazyRoute('/admin/content/$kind/$id')({ component: ContentEditorPage });

const back: EditorPageProps['back'] = { to: '/admin/content', label: 'Content' };

function ContentEditorPage() {
  const { kind, id } = route.useParams();
  const navigate = route.useNavigate();
  const settings = useQuery(settingsQuery).data;
  const edited = id === 'new' ? null : id;
  // back to this kind's tab, wherever somebody came from
  const tab = kind === 'resources' ? undefined : kind;
  if (placeOf(back.to).tab !== tab) rememberPlace(back.to, { tab });
  const onSaved = (saved: { id: string }) => {
    markChanged(saved.id);
    void navigate({ to: back.to, search: placeOf(back.to) });
  };
  const key = edited ?? 'new';
  if (kind === 'resources') {
    return (
      <EditorLoad kind="resources" id={edited} one="resource">
        {(item) => <ResourceEditor key={key} item={item} back={back} onSaved={onSaved} />}
      </EditorLoad>
    );
  }
  if (kind === 'sermons') {
    return (
      <EditorLoad kind="sermons" id={edited} one="sermon">
        {(item) => <SermonEditor key={key} item={item} today={churchToday(settings)} back={back} onSaved={onSaved} />}
      </EditorLoad>
    );
  }
  return (
    <EditorLoad kind="nuggets" id={edited} one="nugget">
      {(item) => <NuggetEditor key={key} item={item} back={back} onSaved={onSaved} />}
    </EditorLoad>
  );
}
