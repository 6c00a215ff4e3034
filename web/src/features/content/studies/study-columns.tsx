import type { BibleStudy } from '#libs/contracts';
import { endColumns, TagList, titleColumn } from '../../../components/content/content-columns';
import type { GridColumn } from '../../../components/ui/grid/columns';
import { formatCount, formatMoment, formatRelative } from '../../../lib/format';
import { fullName } from '../../../lib/queries/people';

/** The columns of the Bible studies. Call once and keep the array. */
export const studyColumns = (actions: {
  edit: (row: BibleStudy) => void;
  remove: (row: BibleStudy) => void;
}): GridColumn<BibleStudy>[] => [
  titleColumn('Title', ({ content }) => content.slice(0, 200).replace(/^#+\s|\*+/gm, '')),
  {
    id: 'author',
    header: 'Author',
    width: 160,
    cell: ({ author }) => (author ? fullName(author) : '–'),
  },
  { id: 'tags', header: 'Tags', width: 210, cell: ({ tags }) => <TagList tags={tags} /> },
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
    header: 'Published',
    width: 130,
    sortable: true,
    cell: ({ createdAt }) => (
      <span title={formatMoment(createdAt)}>{formatRelative(createdAt)}</span>
    ),
  },
  ...endColumns('bible-studies', actions),
];
