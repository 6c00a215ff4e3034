import { AudioLines, BookOpen, FileText, Video } from 'lucide-react';
import { formatShort } from '#libs/calendar';
import type { Nugget, Resource, Sermon } from '#libs/contracts';
import { Badge } from '../../../components/ui/badge';
import { endColumns, TagList, titleColumn } from '../../../components/content/content-columns';
import type { GridColumn } from '../../../components/ui/grid/columns';
import { formatCount, formatMoment, formatRelative } from '../../../lib/format';
import { categoryLabels, skillLabels, topicLabels, typeLabels } from '../../../lib/choice-labels';

export interface LibraryActions<Row> {
  edit: (row: Row) => void;
  remove: (row: Row) => void;
}

const typeIcons = { article: FileText, video: Video, audio: AudioLines, book: BookOpen };

/** The columns of the three grids. Call once and keep the array. */
export const resourceColumns = (actions: LibraryActions<Resource>): GridColumn<Resource>[] => [
  titleColumn('Title', ({ description }) => description),
  {
    id: 'type',
    header: 'Type',
    width: 120,
    cell: ({ resourceType }) => (
      <Badge icon={typeIcons[resourceType]}>{typeLabels[resourceType]}</Badge>
    ),
  },
  { id: 'topic', header: 'Topic', width: 120, cell: ({ topic }) => topicLabels[topic] },
  { id: 'level', header: 'Level', width: 120, cell: ({ skillLevel }) => skillLabels[skillLevel] },
  {
    id: 'duration',
    header: 'Minutes',
    width: 90,
    align: 'right',
    card: 'hidden',
    cell: ({ durationMinutes }) => formatCount(durationMinutes),
  },
  {
    id: 'date',
    header: 'Added',
    width: 130,
    sortable: true,
    cell: ({ addedAt }) => <span title={formatMoment(addedAt)}>{formatRelative(addedAt)}</span>,
  },
  ...endColumns('resources', actions),
];

export const sermonColumns = (actions: LibraryActions<Sermon>): GridColumn<Sermon>[] => [
  titleColumn('Title', ({ description }) => description),
  { id: 'preacher', header: 'Preacher', width: 170, cell: ({ preacher }) => preacher ?? '–' },
  {
    id: 'date',
    header: 'Date',
    width: 120,
    sortable: true,
    cell: ({ date }) => <span className="tabular-nums">{formatShort(date)}</span>,
  },
  {
    id: 'media',
    header: 'Media',
    width: 170,
    cell: ({ videoUrl, audioUrl }) => (
      <span className="inline-flex gap-1.5 align-middle">
        {videoUrl && <Badge icon={Video}>Video</Badge>}
        {audioUrl && <Badge icon={AudioLines}>Audio</Badge>}
      </span>
    ),
  },
  {
    id: 'duration',
    header: 'Minutes',
    width: 90,
    align: 'right',
    card: 'hidden',
    cell: ({ durationMinutes }) => formatCount(durationMinutes),
  },
  ...endColumns('sermons', actions),
];

export const nuggetColumns = (actions: LibraryActions<Nugget>): GridColumn<Nugget>[] => [
  titleColumn('Title', ({ description }) => description),
  {
    id: 'category',
    header: 'Category',
    width: 120,
    cell: ({ category }) => categoryLabels[category],
  },
  { id: 'tags', header: 'Tags', width: 210, cell: ({ tags }) => <TagList tags={tags} /> },
  {
    id: 'duration',
    header: 'Seconds',
    width: 90,
    align: 'right',
    card: 'hidden',
    cell: ({ durationSeconds }) => formatCount(durationSeconds),
  },
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
  ...endColumns('nuggets', actions),
];
