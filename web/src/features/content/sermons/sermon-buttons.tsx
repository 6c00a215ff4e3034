import { Download, Play } from 'lucide-react';
import type { Sermon } from '#libs/contracts';
import { buttonClass } from '../../../components/ui/button';
import { ListenButton } from '../../../components/content/listen-button';
import { titleId } from '../../../components/content/media-card';
import { watchLabel } from '../../../components/content/video-player';
import { cn } from '../../../lib/cn';
import { isUploadedFile } from '../../../lib/browser/files';
import { trackOf } from './words';

/** Buttons to watch, listen to and download a sermon, as far as it has them. */
export function SermonButtons({
  sermon,
  isMain = false,
}: {
  sermon: Sermon;
  /** True if the page is about this sermon only. */ isMain?: boolean;
}) {
  const track = trackOf(sermon);
  const { audioUrl, videoUrl } = sermon;
  const described = { 'aria-describedby': titleId(sermon.id) };
  return (
    <div
      data-noprint
      className={cn('relative z-10 flex flex-wrap gap-2', !isMain && 'max-sm:gap-x-4')}
    >
      {videoUrl && (
        <a
          {...described}
          href={videoUrl}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass({
            variant: isMain ? 'primary' : 'secondary',
            className: 'flex-1',
          })}
        >
          <Play aria-hidden className="size-4 fill-current" />
          {watchLabel(videoUrl)}
        </a>
      )}
      {track && (
        <ListenButton
          {...described}
          track={track}
          variant={isMain && !videoUrl ? 'primary' : 'secondary'}
          className="flex-1"
        />
      )}
      {audioUrl && (
        <a
          {...described}
          href={audioUrl}
          {...(isUploadedFile(audioUrl)
            ? { download: true }
            : { target: '_blank', rel: 'noopener noreferrer' })}
          className={buttonClass({ className: 'flex-1' })}
        >
          <Download aria-hidden className="size-4" />
          Download Audio
        </a>
      )}
    </div>
  );
}
