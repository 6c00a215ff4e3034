import { lazy, useEffect, useState } from 'react';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { TicketType } from '#libs/contracts';
import { Button } from '../../components/ui/button';
import { DialogLoader } from '../../components/ui/overlay/dialog-loader';
import { Page } from '../../components/ui/page';
import { PageHeader } from '../../components/ui/page-header';
import { Tabs } from '../../components/ui/tabs';
import { type SupportView, supportViewOf } from '../../features/support/tickets/support-view';
import { TicketList } from '../../features/support/tickets/queue/ticket-list';
import { typeLabels } from '../../features/support/tickets/words';
import { rememberSearch } from '../../lib/content/list-search';
import { useOpenDialog } from '../../lib/browser/use-open-dialog';

const loadDialog = () => import('../../features/support/tickets/writing/create-dialog');
const CreateDialog = lazy(loadDialog);

const route = getRouteApi('/support');

export const Route = createLazyRoute('/support')({ component: SupportPage });

function describeList({ isPlatform, canAnswer }: SupportView): string {
  if (isPlatform) return 'What churches ask Church Connect, the latest first.';
  if (canAnswer) return 'What people ask your church for help with, the latest first.';
  return 'Ask for help, and find the answers here.';
}

function SupportPage() {
  const { person } = route.useRouteContext();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [isCreating, setCreating] = useOpenDialog<boolean>({ create: true });
  const [createdId, setCreatedId] = useState<string | null>(null);
  const desk = supportViewOf(person, search.tab);
  const { tab: _, ...filters } = search;
  useEffect(() => rememberSearch('/support', search), [search]);
  const list = (
    <TicketList
      key={desk.type}
      user={person}
      desk={desk}
      filters={filters}
      onFilter={(next) =>
        void navigate({ search: (old) => ({ ...old, ...next }), replace: true, resetScroll: false })
      }
      onCreate={() => setCreating(true)}
      createdId={createdId}
    />
  );
  return (
    <Page>
      <PageHeader
        title="Support Center"
        description={describeList(desk)}
        actions={
          <Button
            variant="primary"
            onClick={() => setCreating(true)}
            onPointerEnter={() => void loadDialog()}
            onFocus={() => void loadDialog()}
          >
            <Plus aria-hidden className="size-4" />
            Create Ticket
          </Button>
        }
      />
      {desk.hasTabs ? (
        <Tabs
          label="Kind of support"
          value={desk.type}
          onChange={(type: TicketType) =>
            void navigate({
              search: (old) => ({
                ...old,
                tab: type === 'internal' ? undefined : type,
                view: undefined,
              }),
              replace: true,
              resetScroll: false,
            })
          }
          tabs={(['internal', 'external'] as const).map((value) => ({
            value,
            label: typeLabels[value],
            panel: <div className="pt-5">{list}</div>,
          }))}
        />
      ) : (
        list
      )}
      <DialogLoader onClose={() => setCreating(null)}>
        {isCreating && (
          <CreateDialog
            type={desk.type}
            isPlatform={desk.isPlatform}
            onClose={() => setCreating(null)}
            onCreated={({ id }) => setCreatedId(id)}
          />
        )}
      </DialogLoader>
    </Page>
  );
}
