import type { ComponentType } from 'react';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { EditorLoader } from '../../components/content/editor-load';
import type { BackLink } from '../../components/content/editor-page';
import type { LibraryEditorProps } from '../../features/content/library/shared-fields';
import type { LibraryKind } from '../../features/content/library/words';
import { churchToday } from '../../lib/church';
import { contentWords } from '../../lib/content/content-words';
import { markChanged, lastSearchOf, rememberSearch } from '../../lib/content/list-search';
import type { ContentKinds } from '../../lib/queries/content-lists';
import { settingsQuery } from '../../lib/queries/settings';

const route = getRouteApi('/admin/content/$kind/$id');

export const Route = createLazyRoute('/admin/content/$kind/$id')({ component: ContentEditorPage });

const backLink: BackLink = { to: '/admin/content', label: 'Content' };

function ContentEditorPage() {
  const { kind, id } = route.useParams();
  return kind && <OneEditor key={`${kind}/${id}`} kind={kind} id={id} />;
}

function OneEditor({ kind, id }: { kind: LibraryKind; id: string }) {
  // The loader of the route imports the editor of this kind, so that the fields of the other kinds
  // are not loaded.
  const Editor = route.useLoaderData() as unknown as ComponentType<
    LibraryEditorProps<ContentKinds[LibraryKind]>
  >;
  const navigate = route.useNavigate();
  const settings = useQuery(settingsQuery).data;
  // The back link leads to the tab of this kind, even if the user came from another one.
  const tab = kind === 'resources' ? undefined : kind;
  if (lastSearchOf(backLink.to).tab !== tab) rememberSearch(backLink.to, { tab });
  return (
    <EditorLoader kind={kind} id={id === 'new' ? null : id} one={contentWords[kind].one}>
      {(item) => (
        <Editor
          item={item}
          today={churchToday(settings)}
          back={backLink}
          onSaved={(savedItem) => {
            markChanged(savedItem.id);
            void navigate({ to: backLink.to, search: lastSearchOf(backLink.to) });
          }}
        />
      )}
    </EditorLoader>
  );
}
