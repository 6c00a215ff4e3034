import { useEffect } from 'react';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { listening, useListening } from '../../lib/content/listening';
import { AudioControls } from './audio-controls';
import { Button } from '../ui/button';

/** The player at the bottom of every page while a recording is open. */
export default function AudioPlayer({ account }: { account: string }) {
  const { track, owner, hasFailed } = useListening();
  // A recording of a user who signed in before is not shown to the next user.
  const isOwn = owner === account;
  useEffect(() => {
    if (!isOwn) listening.close();
  }, [isOwn]);
  if (!track || !isOwn) return null;
  return (
    <section
      aria-label="Audio player"
      data-noprint
      data-audio-player
      className={
        'fixed inset-x-0 bottom-(--menu-bar) z-20 flex flex-wrap items-center gap-x-4 border-t ' +
        'bg-surface px-4 pt-1.5 pb-[max(6px,var(--safe-bottom))] ' +
        'sm:h-[calc(68px+var(--safe-bottom))] sm:flex-nowrap sm:pt-0 sm:pb-(--safe-bottom) ' +
        'sm:pr-[max(32px,env(safe-area-inset-right))] ' +
        'sm:pl-[max(32px,env(safe-area-inset-left))] lg:left-64'
      }
    >
      <div className="min-w-0 flex-1 sm:max-w-72">
        <Link to={track.href} className="block truncate font-medium hover:text-accent">
          {track.title}
        </Link>
        <p role={hasFailed ? 'alert' : undefined} className="truncate text-label text-ink-2">
          {hasFailed ? 'It could not be played. Please try again.' : track.subtitle}
        </p>
      </div>
      <AudioControls className="order-last w-full sm:order-none sm:w-auto sm:flex-1" />
      <Button
        variant="ghost"
        size="icon"
        aria-label="Close the player"
        className="-mr-2"
        onClick={listening.close}
      >
        <X aria-hidden className="size-4.5" />
      </Button>
    </section>
  );
}
