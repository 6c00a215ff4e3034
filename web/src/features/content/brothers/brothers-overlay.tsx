import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Download, ExternalLink } from 'lucide-react';
import type { BrothersContent } from '#libs/contracts';
import { AudioControls } from '../../../components/content/audio-controls';
import { buttonClass } from '../../../components/ui/button';
import { Dialog, DialogBody } from '../../../components/ui/overlay/dialog';
import { ListenButton } from '../../../components/content/listen-button';
import { RichText } from '../../../components/ui/rich-text';
import { SkeletonLines } from '../../../components/ui/skeleton';
import { QueryContent } from '../../../components/ui/states';
import { TagLine } from '../../../components/ui/tag-line';
import { VideoPlayer } from '../../../components/content/video-player';
import { brothersTagLabels } from '../../../lib/choice-labels';
import { countView } from '../../../lib/browser/count-view';
import { useTrack } from '../../../lib/content/listening';
import { brothersItemQuery } from '../../../lib/queries/member-content';
import { describe, trackOf } from './words';

/** Shows video, audio and article of an item over the list. Opening it counts as a view. */
export default function BrothersOverlay({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(brothersItemQuery(id));
  const item = query.data;
  const isLoaded = item !== undefined;
  useEffect(() => {
    if (isLoaded) countView('brothers-in-christ', id);
  }, [id, isLoaded]);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title={item?.title ?? 'Brothers in Christ'}
      description={item && describe(item)}
    >
      <DialogBody>
        <QueryContent
          query={query}
          errorTitle="This could not be opened."
          placeholder={<SkeletonLines lines={6} />}
        >
          {(loadedItem) => <Body item={loadedItem} />}
        </QueryContent>
      </DialogBody>
    </Dialog>
  );
}

function Body({ item }: { item: BrothersContent }) {
  const track = trackOf(item);
  const isCurrentTrack = useTrack()?.id === item.id;
  return (
    <div className="space-y-5">
      {item.youtubeUrl && (
        <VideoPlayer
          link={item.youtubeUrl}
          title={item.title}
          pictureUrl={item.pictureUrl}
          seed={item.id}
        />
      )}
      {item.audioFileUrl && (
        <div className="space-y-3">
          <div className="flex flex-wrap gap-2">
            {track ? (
              <>
                <ListenButton track={track} variant="primary" />
                <a href={track.url} download className={buttonClass()}>
                  <Download aria-hidden className="size-4" />
                  Download Audio
                </a>
              </>
            ) : (
              <a
                href={item.audioFileUrl}
                target="_blank"
                rel="noopener noreferrer"
                className={buttonClass({ variant: 'primary' })}
              >
                <ExternalLink aria-hidden className="size-4" />
                Listen to the audio
              </a>
            )}
          </div>
          {isCurrentTrack && <AudioControls hasPlay={false} />}
        </div>
      )}
      {item.description && <p className="text-read text-ink-2">{item.description}</p>}
      {item.content && (
        <RichText text={item.content} level={3} className="max-w-[680px] text-story" />
      )}
      <TagLine tags={item.tags.map((tag) => brothersTagLabels[tag])} />
    </div>
  );
}
