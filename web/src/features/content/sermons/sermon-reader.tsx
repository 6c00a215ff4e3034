import { useQuery } from '@tanstack/react-query';
import { Reader } from '../../../components/content/reader';
import { RichText } from '../../../components/ui/rich-text';
import { ErrorState } from '../../../components/ui/states';
import { TagLine } from '../../../components/ui/tag-line';
import { VideoPlayer } from '../../../components/content/video-player';
import { sermonQuery } from '../../../lib/queries/member-content';
import { SermonButtons } from './sermon-buttons';
import { describe } from './words';

/**
 * One sermon, shown instead of the list. Its video plays here, its audio in the player at the
 * bottom.
 */
export default function SermonReader({ id, onBack }: { id: string; onBack: () => void }) {
  const { data: sermon, error, refetch, isFetching } = useQuery(sermonQuery(id));
  if (error && !sermon)
    return (
      <ErrorState
        title="This sermon could not be opened."
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  return (
    <Reader
      listName="Sermon Archive"
      onBack={onBack}
      title={sermon?.title}
      meta={sermon && describe(sermon)}
    >
      {sermon && (
        <>
          {sermon.videoUrl && (
            <VideoPlayer
              link={sermon.videoUrl}
              title={sermon.title}
              pictureUrl={sermon.pictureUrl}
              seed={id}
            />
          )}
          <SermonButtons sermon={sermon} isMain />
          <RichText text={sermon.description} className="text-story" />
          <TagLine tags={sermon.tags} />
        </>
      )}
    </Reader>
  );
}
