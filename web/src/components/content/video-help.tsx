import { lazy, Suspense } from 'react';

const VideoHost = lazy(() => import('./video-host'));

/** What a link to a video comes to, said while it is typed. */
export function VideoHelp({ typed }: { typed: string }) {
  const link = typed.trim();
  return (
    <Suspense fallback={'\u00a0'}>
      {link === '' ? (
        'From YouTube or Vimeo it plays on the page; any other link opens by itself.'
      ) : (
        <VideoHost link={link} />
      )}
    </Suspense>
  );
}
