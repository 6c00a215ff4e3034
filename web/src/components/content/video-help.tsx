import { lazy, Suspense } from 'react';

const VideoHost = lazy(() => import('./video-host'));

/** Says while the user types how a link to a video will be played. */
export function VideoHelp({ typed }: { typed: string }) {
  const link = typed.trim();
  return (
    <Suspense fallback={'\u00a0'}>
      {link === '' ? (
        'From YouTube or Vimeo it plays on the page; other links open in a new tab.'
      ) : (
        <VideoHost link={link} />
      )}
    </Suspense>
  );
}
