import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { Download, ScrollText } from 'lucide-react';
import type { AuditEntry } from '#libs/contracts';
import { Button } from '../../components/ui/button';
import { DataGrid } from '../../components/ui/grid/data-grid';
import { pageAsRows, usePages } from '../../components/ui/grid/use-pages';
import { GridPage } from '../../components/ui/page';
import { PageHeader } from '../../components/ui/page-header';
import { EmptyState } from '../../components/ui/states';
import { auditColumns } from '../../features/identity/audit/audit-columns';
import { AuditFilterChips } from '../../features/identity/audit/audit-filters';
import {
  auditCsv,
  auditFiltersOf,
  auditQuery,
  listedGroup,
} from '../../features/identity/audit/queries';
import { usePhone } from '../../lib/browser/use-media';
import { churchToday } from '../../lib/church';
import { formatCount, plural } from '../../lib/format';
import { settingsQuery } from '../../lib/queries/settings';

const route = getRouteApi('/admin/audit');

export const Route = createLazyRoute('/admin/audit')({ component: AuditPage });

const idOf = (entry: AuditEntry) => entry.id;

function AuditPage() {
  const search = route.useSearch();
  const isOnPhone = usePhone();
  const filters = auditFiltersOf(search, isOnPhone);
  const navigate = route.useNavigate();
  const { data: settings } = useQuery(settingsQuery);
  const list = useInfiniteQuery(auditQuery(filters));
  const { rows, onMore } = usePages(list, pageAsRows<AuditEntry>);
  return (
    <GridPage>
      <PageHeader
        title="Audit Log"
        description={
          'Who did what, newest first. It is written once: nobody can change or delete ' + 'it.'
        }
        actions={
          <Button asChild>
            <a href={auditCsv(filters)} download>
              <Download aria-hidden className="size-4" />
              Export CSV
            </a>
          </Button>
        }
      />
      <DataGrid
        name="audit"
        label="Audit log"
        rows={rows}
        columns={auditColumns}
        rowId={idOf}
        rowCount={rows && !onMore ? rows.length : null}
        countText={
          rows &&
          (onMore
            ? `the latest ${formatCount(rows.length)}`
            : plural(rows.length, 'entry', 'entries'))
        }
        onMore={onMore}
        error={rows ? null : list.error}
        errorTitle="The log could not be loaded."
        onRetry={() => void list.refetch()}
        empty={
          Object.values(filters).some(Boolean) ? (
            <EmptyState
              icon={ScrollText}
              title="Nothing in the log matches these filters."
              action={
                <Button onClick={() => void navigate({ search: { group: 'all' } })}>
                  Remove all filters
                </Button>
              }
            />
          ) : (
            <EmptyState icon={ScrollText} title="What people do will be listed here." />
          )
        }
        filters={
          <AuditFilterChips
            filters={search}
            group={listedGroup(search, isOnPhone)}
            today={churchToday(settings)}
            onChange={(next) =>
              void navigate({ search: (old) => ({ ...old, ...next }), replace: true })
            }
          />
        }
      />
    </GridPage>
  );
}
