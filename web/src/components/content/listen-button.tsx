import { useQuery } from '@tanstack/react-query';
import { Headphones, Pause } from 'lucide-react';
import { accountOf } from '../../lib/content/listen-event';
import { listening, type Track, usePlaying } from '../../lib/content/listening';
import { userQuery } from '../../lib/queries/user';
import { Button, type ButtonProps } from '../ui/button';

/** Plays a recording in the player at the bottom of the page, or pauses it. */
export function ListenButton({
  track,
  ...button
}: { track: Track } & Pick<ButtonProps, 'variant' | 'size' | 'className' | 'aria-describedby'>) {
  const isPlaying = usePlaying(track.id);
  const account = accountOf(useQuery(userQuery).data);
  const Icon = isPlaying ? Pause : Headphones;
  return (
    <Button {...button} onClick={() => listening.play(track, account)}>
      <Icon aria-hidden className="size-4" />
      {isPlaying ? 'Pause' : 'Listen'}
    </Button>
  );
}
