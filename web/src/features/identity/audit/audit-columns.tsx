import { type AuditEntry, auditLabelOf } from '#libs/contracts';
import { type GridColumn } from '../../../components/grid/columns';
import { formatMoment } from '../../../lib/format';
import { detailsOf } from './actions';

/** Columns of the audit log. */
export const auditColumns: GridColumn<AuditEntry>[] = [
  { id: 'at', header: 'When', width: 200, cell: (row) => <time dateTime={row.at} className="tabular-nums">{formatMoment(row.at)}</time> },
  { id: 'actor', header: 'Who', width: 190, grow: true, cell: (row) => row.actor?.name ?? (row.action === 'credentials-refused' ? 'Somebody' : 'Church Connect') },
  { id: 'action', header: 'What', width: 230, grow: true, card: 'title', cell: (row) => auditLabelOf(row.action) },
  {
    id: 'subject', header: 'Whom', width: 190, grow: true,
    cell: (row) =>
      row.subject && (
        <>
          <span className="sm:hidden" aria-hidden>→ </span>
          {row.subject.name}
        </>
      ),
  },
  { id: 'details', header: 'Details', width: 240, grow: true, cell: detailsOf },
];
