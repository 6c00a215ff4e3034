import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileSpreadsheet } from 'lucide-react';
import { Card } from '../../../../components/ui/card';
import { Money } from '../../../../components/ui/money';
import { SkeletonLines } from '../../../../components/ui/skeleton';
import { EmptyState, QueryContent } from '../../../../components/ui/states';
import { formatMoment, plural } from '../../../../lib/format';
import { importsQuery } from '../queries';
import { StatusBadge } from '../status-badge';

/** The drafts and imports of the church. */
export function ImportsCard() {
  const query = useQuery(importsQuery);
  return (
    <Card title="Imports so far">
      <QueryContent
        query={query}
        errorTitle="The imports could not be loaded."
        placeholder={<SkeletonLines />}
      >
        {(imports) =>
          imports.length === 0 ? (
            <EmptyState
              icon={FileSpreadsheet}
              title="Every file you import will be listed here."
              hint="An import can be undone as a whole at any time."
            />
          ) : (
            <ul className="-mx-2 divide-y">
              {imports.map((record) => (
                <li key={record.id}>
                  <Link
                    to="/admin/donation-imports/$id"
                    params={{ id: record.id }}
                    className={
                      'flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-md ' +
                      'px-2 py-3 transition-colors duration-150 hover:bg-sunken'
                    }
                  >
                    <span className="min-w-0">
                      <span className="block truncate font-medium">{record.fileName}</span>
                      <span className="block text-label text-ink-2">
                        {formatMoment(record.createdAt)} · {record.createdBy.name}
                      </span>
                    </span>
                    <span className="flex items-center gap-4 max-sm:w-full max-sm:justify-between">
                      <span className="text-grid sm:text-right">
                        <Money amount={record.amounts.new} className="block font-medium" />
                        <span className="text-ink-2">{plural(record.counts.new, 'donation')}</span>
                      </span>
                      <StatusBadge status={record.status} />
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </QueryContent>
    </Card>
  );
}
