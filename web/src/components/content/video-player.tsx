import { useState } from 'react';
import { ExternalLink, Play } from 'lucide-react';
import { videoOf } from '#libs/contracts';
import { buttonClass } from '../ui/button';
import { Picture } from '../ui/picture';

export interface VideoPlayerProps {
  link: string;
  title: string;
  pictureUrl: string | null;
  seed: string;
  /** Called when the user starts the video. */
  onPlay?: () => void;
}

const hosts = { youtube: 'YouTube', vimeo: 'Vimeo' };
export const watchLabel = (link: string) =>
  videoOf(link)?.host === 'youtube' ? 'Watch on YouTube' : 'Watch Video';

/**
 * Shows the picture of a video with a play button. Nothing is loaded from another host before the
 * button is pressed. A link that has no known player opens in a new tab.
 */
export function VideoPlayer({ link, title, pictureUrl, seed, onPlay }: VideoPlayerProps) {
  const [isWanted, setWanted] = useState(false);
  const video = videoOf(link);
  if (video && isWanted) {
    const src = new URL(video.embedUrl);
    src.searchParams.set('autoplay', '1');
    return (
      <iframe
        src={src.href}
        title={title}
        allow="autoplay; fullscreen; picture-in-picture; encrypted-media"
        allowFullScreen
        // The video host refuses to play without a referrer.
        referrerPolicy="strict-origin-when-cross-origin"
        className="aspect-video w-full rounded-lg bg-black"
      />
    );
  }
  return (
    <div data-noprint className="overflow-hidden rounded-lg border">
      <Picture url={pictureUrl} seed={seed} sizes="(min-width: 768px) 720px, 100vw" eager>
        {video ? (
          <button
            type="button"
            onClick={() => {
              setWanted(true);
              onPlay?.();
            }}
            className="group absolute inset-0 grid place-items-center"
          >
            <span
              className={
                'grid size-16 place-items-center rounded-full bg-surface text-accent ' +
                'shadow-float transition-transform duration-150 group-hover:scale-105'
              }
            >
              <Play aria-hidden className="ml-1 size-7 fill-current" />
            </span>
            <span className="sr-only">Play {title}</span>
          </button>
        ) : (
          <div className="absolute inset-0 grid place-items-center">
            <a
              href={link}
              target="_blank"
              rel="noopener noreferrer"
              onClick={onPlay}
              className={buttonClass({ size: 'lg', className: 'shadow-float' })}
            >
              <ExternalLink aria-hidden className="size-4" />
              Watch Video
            </a>
          </div>
        )}
      </Picture>
      {video && (
        <p className="bg-surface px-4 py-2 text-label text-ink-2">
          Plays from {hosts[video.host]} once you press play.
        </p>
      )}
    </div>
  );
}
