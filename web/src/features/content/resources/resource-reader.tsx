import { useEffect, useRef } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { Check, Copy, Printer } from 'lucide-react';
import { Button } from '../../../components/ui/button';
import { Progress } from '../../../components/ui/progress';
import { Reader } from '../../../components/content/reader';
import { ErrorState } from '../../../components/ui/states';
import { TagLine } from '../../../components/ui/tag-line';
import { copy } from '../../../lib/browser/clipboard';
import { resourceQuery } from '../../../lib/queries/member-content';
import { noteProgress, useProgress, useSaveProgress } from './progress';
import { ResourceBody } from './resource-body';
import { StartAgain } from './start-again';
import { describe } from './words';

/** One resource, shown instead of the list. */
export default function ResourceReader({ id, onBack }: { id: string; onBack: () => void }) {
  const { data: resource, error, refetch, isFetching } = useQuery(resourceQuery(id));
  const progress = useProgress()?.get(id)?.progress ?? 0;
  const save = useSaveProgress();
  const end = useRef<HTMLDivElement>(null);
  const forgetReading = useReadingProgress(
    id,
    end,
    resource?.content != null && resource.content.length > 1500,
  );
  usePrinting(resource !== undefined);
  if (error && !resource)
    return (
      <ErrorState
        title="This resource could not be opened."
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  return (
    <Reader
      listName="Bible Study Resources"
      onBack={onBack}
      title={resource?.title}
      meta={resource && describe(resource)}
      actions={
        resource && (
          <>
            <Button
              variant="ghost"
              size="icon"
              aria-label="Copy title"
              onClick={() => void copy(resource.title, resource.title)}
            >
              <Copy aria-hidden className="size-4" />
            </Button>
            <Button variant="ghost" size="icon" aria-label="Print" onClick={() => window.print()}>
              <Printer aria-hidden className="size-4" />
            </Button>
          </>
        )
      }
    >
      {resource && (
        <>
          <ResourceBody resource={resource} />
          <TagLine tags={resource.tags} />
          <div
            ref={end}
            data-noprint
            className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t pt-5"
          >
            <div className="min-w-40 flex-1">
              <p className="mb-1.5 text-grid text-ink-2 tabular-nums">
                {progress >= 100 ? 'You have finished this.' : `${Math.min(100, progress)}% done`}
              </p>
              <Progress value={Math.min(100, progress)} label="Your progress" className="h-1.5" />
            </div>
            {progress > 0 && <StartAgain resource={resource} onStart={forgetReading} />}
            {progress < 100 && (
              <Button
                pending={save.isPending}
                pendingLabel="Saving..."
                onClick={() => save.mutate({ resourceId: id, progress: 100 })}
              >
                <Check aria-hidden className="size-4" />
                Mark as finished
              </Button>
            )}
          </div>
        </>
      )}
    </Reader>
  );
}

/**
 * Notes how far the user has scrolled in a long text, when the user pauses or leaves.
 * @returns a function that forgets what was read on this page so far
 */
function useReadingProgress(
  id: string,
  end: React.RefObject<HTMLDivElement | null>,
  isLong: boolean,
): () => void {
  const client = useQueryClient();
  const furthest = useRef(0);
  useEffect(() => {
    if (!isLong) return;
    furthest.current = 0;
    let timer = 0;
    const note = () => void noteProgress(client, id, furthest.current);
    const onScroll = () => {
      const endBox = end.current?.getBoundingClientRect();
      if (!endBox || window.scrollY === 0) return;
      furthest.current = Math.max(
        furthest.current,
        window.innerHeight >= endBox.top
          ? 1
          : (window.scrollY + window.innerHeight) / (window.scrollY + endBox.top),
      );
      window.clearTimeout(timer);
      timer = window.setTimeout(note, 4_000);
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      window.removeEventListener('scroll', onScroll);
      window.clearTimeout(timer);
      note();
    };
  }, [client, id, end, isLong]);
  return () => (furthest.current = 0);
}

/** Prints the resource if the user chose Print in a list. */
function usePrinting(isLoaded: boolean): void {
  const isForPrint = useLocation({ select: ({ state }) => state.isForPrint === true });
  useEffect(() => {
    if (!isForPrint || !isLoaded) return;
    const timer = window.setTimeout(() => window.print(), 100);
    return () => {
      window.clearTimeout(timer);
    };
  }, [isForPrint, isLoaded]);
}
