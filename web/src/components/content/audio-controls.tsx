import { Pause, Play, RotateCcw, RotateCw } from 'lucide-react';
import { cn } from '../../lib/cn';
import { clockOf, listening, speeds, useListening } from '../../lib/content/listening';
import { Button } from '../ui/button';
import { Menu } from '../ui/overlay/menu';

/** The controls of the player: play and pause, 15 seconds back and forward, position and speed. */
export function AudioControls({
  className,
  hasPlay = true,
}: {
  className?: string;
  /** False if another button plays and pauses. */ hasPlay?: boolean;
}) {
  const { track, isPlaying, position, duration, speed } = useListening();
  if (!track) return null;
  return (
    <div className={cn('flex items-center gap-1', className)}>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Back 15 seconds"
        onClick={() => listening.move(-15)}
        className="relative"
      >
        <RotateCcw aria-hidden className="size-5" />
        <Fifteen />
      </Button>
      {hasPlay && (
        <Button
          variant="primary"
          size="icon"
          className="rounded-full!"
          aria-label={isPlaying ? 'Pause' : 'Play'}
          onClick={listening.toggle}
        >
          {isPlaying ? (
            <Pause aria-hidden className="size-4.5 fill-current" />
          ) : (
            <Play aria-hidden className="ml-0.5 size-4.5 fill-current" />
          )}
        </Button>
      )}
      <Button
        variant="ghost"
        size="icon"
        aria-label="Forward 15 seconds"
        onClick={() => listening.move(15)}
        className="relative"
      >
        <RotateCw aria-hidden className="size-5" />
        <Fifteen />
      </Button>
      <input
        type="range"
        aria-label="Place"
        aria-valuetext={
          duration > 0 ? `${clockOf(position)} of ${clockOf(duration)}` : clockOf(position)
        }
        min={0}
        max={Math.max(1, Math.floor(duration))}
        step={1}
        value={Math.floor(position)}
        disabled={duration === 0}
        onChange={(event) => listening.seek(Number(event.target.value))}
        className="mx-1 h-6 min-w-12 flex-1 accent-(--accent)"
      />
      <span className="text-label text-ink-2 tabular-nums max-sm:hidden">
        {clockOf(position)} / {duration > 0 ? clockOf(duration) : '–:––'}
      </span>
      <Menu
        align="end"
        trigger={
          <Button
            variant="ghost"
            aria-label={`Speed: ${speed}×`}
            className="min-w-12 px-1 tabular-nums"
          >
            {speed}×
          </Button>
        }
        entries={speeds.map((choice) => ({
          kind: 'choice',
          label: `${choice}×`,
          value: String(choice),
          chosen: choice === speed,
          onSelect: () => listening.setSpeed(choice),
        }))}
      />
    </div>
  );
}

const Fifteen = () => (
  <span aria-hidden className="absolute text-[8px] leading-none font-semibold">
    15
  </span>
);
