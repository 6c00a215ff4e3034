import { Button } from './button';

export interface ShowMoreProps {
  hasMore: boolean;
  pending: boolean;
  onMore: () => void;
}

/** The next page of a list, when somebody wants it. */
export function ShowMore({ hasMore, pending, onMore }: ShowMoreProps) {
  if (!hasMore) return null;
  return (
    <div data-noprint className="mt-6 flex justify-center">
      <Button pending={pending} pendingLabel="Loading…" onClick={onMore}>
        Show more
      </Button>
    </div>
  );
}
