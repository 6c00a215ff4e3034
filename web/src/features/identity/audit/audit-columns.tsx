import { Link } from '@tanstack/react-router';
import { type AuditEntry, auditLabelOf } from '#libs/contracts';
import { type GridColumn } from '../../../components/ui/grid/columns';
import { formatMoment } from '../../../lib/format';
import { detailsOf } from './actions';

/** The details of an entry. For a donation or an import, they are a link to it. */
function Details({ entry, tabIndex }: { entry: AuditEntry; tabIndex: 0 | -1 }) {
  const text = detailsOf(entry);
  const { donationId, importId } = entry.details;
  const link = 'font-medium text-accent underline-offset-2 hover:underline';
  if (typeof donationId === 'string' && entry.action.startsWith('donation.')) {
    return (
      <Link
        to="/admin/member-donations"
        search={{ gift: donationId }}
        tabIndex={tabIndex}
        className={link}
      >
        {text}
      </Link>
    );
  }
  if (typeof importId === 'string' && entry.action !== 'import.deleted') {
    return (
      <Link
        to="/admin/donation-imports/$id"
        params={{ id: importId }}
        tabIndex={tabIndex}
        className={link}
      >
        {text === '' ? 'Open the import' : text}
      </Link>
    );
  }
  return text;
}

/** Columns of the audit log. */
export const auditColumns: GridColumn<AuditEntry>[] = [
  {
    id: 'at',
    header: 'When',
    width: 200,
    cell: (row) => (
      <time dateTime={row.at} className="tabular-nums">
        {formatMoment(row.at)}
      </time>
    ),
  },
  {
    id: 'actor',
    header: 'Who',
    width: 190,
    grow: true,
    cell: (row) =>
      row.actor?.name ?? (row.action === 'credentials-refused' ? 'Somebody' : 'Church Connect'),
  },
  {
    id: 'action',
    header: 'What',
    width: 230,
    grow: true,
    card: 'title',
    cell: (row) => auditLabelOf(row.action),
  },
  {
    id: 'subject',
    header: 'Whom',
    width: 190,
    grow: true,
    cell: (row) =>
      row.subject && (
        <>
          <span className="sm:hidden" aria-hidden>
            →{' '}
          </span>
          {row.subject.name}
        </>
      ),
  },
  {
    id: 'details',
    header: 'Details',
    width: 240,
    grow: true,
    widget: true,
    cell: (row, tabIndex) => <Details entry={row} tabIndex={tabIndex} />,
  },
];
