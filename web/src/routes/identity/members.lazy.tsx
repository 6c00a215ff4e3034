import { lazy, Suspense, useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi, useLocation } from '@tanstack/react-router';
import { MailPlus, Upload, UserPlus, UsersRound } from 'lucide-react';
import { may, type StaffUser } from '#libs/contracts';
import { Button } from '../../components/ui/button';
import { DataGrid } from '../../components/ui/grid/data-grid';
import { DialogLoader } from '../../components/ui/overlay/dialog-loader';
import { GridPage } from '../../components/ui/page';
import { PageHeader } from '../../components/ui/page-header';
import { EmptyState } from '../../components/ui/states';
import { Tooltip } from '../../components/ui/overlay/tooltip';
import type { MemberAction } from '../../features/identity/members/member-actions';
import { memberColumns } from '../../features/identity/members/member-columns';
import { MemberFilterChips, filterMembers } from '../../features/identity/members/member-filters';
import { plural } from '../../lib/format';
import { peopleQuery } from '../../lib/queries/people';
import { userQuery } from '../../lib/queries/user';
import { useOpenDialog } from '../../lib/browser/use-open-dialog';

const KnownAs = lazy(() =>
  import('../../features/giving/import/givers/answers').then((module) => ({
    default: module.KnownAs,
  })),
);
const ImportDialog = lazy(() => import('../../features/identity/members/import-dialog'));
const InviteDialog = lazy(() => import('../../features/identity/members/invite-dialog'));
const MemberDialog = lazy(() => import('../../features/identity/members/member-dialog'));
const MemberPanel = lazy(() => import('../../features/identity/members/member-panel'));
const RoleDialog = lazy(() => import('../../features/identity/members/role-dialog'));
const MemberStateDialog = lazy(
  () => import('../../features/identity/members/member-state-dialogs'),
);

const route = getRouteApi('/admin/members');

export const Route = createLazyRoute('/admin/members')({ component: MembersPage });

type OpenDialog =
  | { kind: 'add' | 'invite' | 'import' }
  | { kind: MemberAction; person: StaffUser }
  | null;

const idOf = (person: StaffUser) => person.id;

function MembersPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const sort = search.sort ?? 'name';
  const { data: signedInUser } = useQuery(userQuery);
  const { data: people, error, refetch } = useQuery(peopleQuery);
  const [dialog, setDialog] = useOpenDialog<OpenDialog>({
    add: { kind: 'add' },
    invite: { kind: 'invite' },
    import: { kind: 'import' },
  });
  const idFromPalette = useLocation({ select: ({ state }) => state.openId });
  const [openId, setOpenId] = useState<string | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  // Show the user that the command palette opened, until another user is opened or the panel is
  // closed.
  const shownId = openId ?? idFromPalette ?? null;
  const openMember = (id: string | null) => {
    setOpenId(id);
    if (idFromPalette)
      void navigate({ search: true, state: {}, replace: true, resetScroll: false });
  };
  const [changedId, setChangedId] = useState<string | null>(null);

  const { search: text, role, state } = search;
  const rows = useMemo(
    () => people && filterMembers(people, { search: text, role, state }, sort),
    [people, text, role, state, sort],
  );
  const columns = useMemo(
    () => memberColumns(signedInUser, (kind, person) => setDialog({ kind, person })),
    [signedInUser, setDialog],
  );
  const open = people?.find((person) => person.id === shownId) ?? null;
  const isFiltered = Boolean(text ?? role ?? state);
  const close = () => setDialog(null);
  const changed = (person: StaffUser) => setChangedId(person.id);
  const add = (
    <>
      <Tooltip text="Import members from a file">
        <Button
          data-narrow
          size="icon"
          aria-label="Import members from a file"
          onClick={() => setDialog({ kind: 'import' })}
        >
          <Upload aria-hidden className="size-4" />
        </Button>
      </Tooltip>
      <Button onClick={() => setDialog({ kind: 'invite' })}>
        <MailPlus aria-hidden className="size-4" />
        Invite
      </Button>
      <Button variant="primary" onClick={() => setDialog({ kind: 'add' })}>
        <UserPlus aria-hidden className="size-4" />
        Add Member
      </Button>
    </>
  );

  return (
    <GridPage>
      <PageHeader
        title="Members"
        description="Everybody of the church, with or without an account."
        actions={add}
      />
      <DataGrid
        name="members"
        label="Members"
        rows={rows}
        columns={columns}
        rowId={idOf}
        tall
        sort={sort}
        onSort={(next) =>
          void navigate({ search: (old) => ({ ...old, sort: next as typeof sort }), replace: true })
        }
        rowCount={rows?.length ?? null}
        countText={rows && plural(rows.length, 'person', 'people')}
        openId={shownId}
        onOpen={(person) => {
          setWasOpened(true);
          openMember(person.id);
        }}
        changedId={changedId}
        error={people ? null : error}
        errorTitle="The members could not be loaded."
        onRetry={() => void refetch()}
        empty={
          isFiltered ? (
            <EmptyState
              icon={UsersRound}
              title="Nobody matches these filters."
              action={
                <Button onClick={() => void navigate({ search: { sort: search.sort } })}>
                  Remove all filters
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={UsersRound}
              title="The people of the church will be listed here."
              action={add}
            />
          )
        }
        filters={
          <MemberFilterChips
            filters={search}
            onChange={(next) =>
              void navigate({ search: (old) => ({ ...old, ...next }), replace: true })
            }
          />
        }
      />
      <Suspense>
        {(wasOpened || shownId) && (
          <MemberPanel
            person={open}
            me={signedInUser}
            people={people ?? []}
            onAction={(kind, person) => setDialog({ kind, person })}
            more={(person) =>
              signedInUser &&
              may(signedInUser, 'donation.import') && (
                <Suspense>
                  <KnownAs key={person.id} donorId={person.id} />
                </Suspense>
              )
            }
            onClose={() => openMember(null)}
          />
        )}
      </Suspense>
      <DialogLoader onClose={close}>
        {(dialog?.kind === 'add' || dialog?.kind === 'edit') && (
          <MemberDialog
            person={dialog.kind === 'edit' ? dialog.person : null}
            withRole={Boolean(signedInUser && may(signedInUser, 'role.change'))}
            onClose={close}
            onSaved={changed}
          />
        )}
        {dialog?.kind === 'import' && <ImportDialog onClose={close} />}
        {dialog?.kind === 'invite' && <InviteDialog onClose={close} />}
        {dialog?.kind === 'role' && (
          <RoleDialog
            person={dialog.person}
            isSelf={dialog.person.id === signedInUser?.id}
            onClose={close}
            onSaved={changed}
          />
        )}
        {(dialog?.kind === 'suspend' ||
          dialog?.kind === 'reactivate' ||
          dialog?.kind === 'remove') && (
          <MemberStateDialog
            action={dialog.kind}
            person={dialog.person}
            onClose={close}
            onDone={changed}
          />
        )}
      </DialogLoader>
    </GridPage>
  );
}
