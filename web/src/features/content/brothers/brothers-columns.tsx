import { AudioLines, BookOpenText, Video } from 'lucide-react';
import type { BrothersContent } from '#libs/contracts';
import { Badge } from '../../../components/ui/badge';
import { endColumns, TagList, titleColumn } from '../../../components/content/content-columns';
import type { GridColumn } from '../../../components/ui/grid/columns';
import { formatCount, formatMoment, formatRelative } from '../../../lib/format';

/** The columns of Brothers in Christ Management. Call once and keep the array. */
export const brothersColumns = (actions: {
  edit: (row: BrothersContent) => void;
  remove: (row: BrothersContent) => void;
}): GridColumn<BrothersContent>[] => [
  titleColumn('Title', (row) => row.description ?? ''),
  {
    id: 'what',
    header: 'Content',
    width: 220,
    cell: ({ content, youtubeUrl, audioFileUrl }) => (
      <span className="inline-flex gap-1.5 align-middle">
        {content && <Badge icon={BookOpenText}>Article</Badge>}
        {youtubeUrl && <Badge icon={Video}>Video</Badge>}
        {audioFileUrl && <Badge icon={AudioLines}>Audio</Badge>}
      </span>
    ),
  },
  { id: 'tags', header: 'Tags', width: 190, cell: ({ tags }) => <TagList tags={tags} /> },
  {
    id: 'views',
    header: 'Views',
    width: 90,
    align: 'right',
    cell: ({ viewCount }) => (
      <>
        {formatCount(viewCount)}
        <span className="sm:hidden"> {viewCount === 1 ? 'view' : 'views'}</span>
      </>
    ),
  },
  {
    id: 'date',
    header: 'Added',
    width: 130,
    sortable: true,
    cell: ({ createdAt }) => (
      <span title={formatMoment(createdAt)}>{formatRelative(createdAt)}</span>
    ),
  },
  ...endColumns('brothers-in-christ', actions),
];
