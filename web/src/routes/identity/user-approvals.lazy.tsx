import { lazy, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute } from '@tanstack/react-router';
import { PartyPopper } from 'lucide-react';
import type { StaffUser } from '#libs/contracts';
import { Card } from '../../components/ui/card';
import { DialogLoader } from '../../components/ui/overlay/dialog-loader';
import { Page } from '../../components/ui/page';
import { PageHeader } from '../../components/ui/page-header';
import { SkeletonLines } from '../../components/ui/skeleton';
import { EmptyState, QueryContent } from '../../components/ui/states';
import { PendingList } from '../../features/identity/members/pending-list';
import { useListFocus } from '../../lib/browser/use-list-focus';
import { pendingPeopleQuery } from '../../lib/queries/people';

const MemberStateDialog = lazy(
  () => import('../../features/identity/members/member-state-dialogs'),
);

export const Route = createLazyRoute('/admin/user-approvals')({ component: UserApprovalsPage });

function UserApprovalsPage() {
  const query = useQuery(pendingPeopleQuery);
  const list = useListFocus();
  const [dialog, setDialog] = useState<{ action: 'approve' | 'remove'; person: StaffUser } | null>(
    null,
  );
  return (
    <Page>
      <PageHeader
        title="User Approvals"
        description={
          'People who registered and wait to be let in. Approve those whom your church ' + 'knows.'
        }
      />
      <div ref={list}>
        {query.data && query.data.length > 0 ? (
          <PendingList
            people={query.data}
            onDecline={(person) => setDialog({ action: 'remove', person })}
            onApproveUnconfirmed={(person) => setDialog({ action: 'approve', person })}
          />
        ) : (
          <Card>
            <QueryContent
              query={query}
              errorTitle="Couldn’t load the waiting list."
              placeholder={<SkeletonLines lines={4} />}
            >
              {() => (
                <EmptyState
                  icon={PartyPopper}
                  title="All Caught Up!"
                  hint="Nobody is waiting for approval."
                />
              )}
            </QueryContent>
          </Card>
        )}
      </div>
      <DialogLoader onClose={() => setDialog(null)}>
        {dialog && <MemberStateDialog {...dialog} onClose={() => setDialog(null)} />}
      </DialogLoader>
    </Page>
  );
}
