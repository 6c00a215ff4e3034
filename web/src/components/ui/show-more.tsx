import { Button } from './button';

export interface ShowMoreProps {
  hasMore: boolean;
  pending: boolean;
  onMore: () => void;
}

/** A button that loads the next page of a list. */
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
