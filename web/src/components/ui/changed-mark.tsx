import { History } from 'lucide-react';

/** Marks an amount that was changed after it was recorded. The details of the row show why. */
export function ChangedMark() {
  return (
    <span
      title="Changed since it was recorded"
      className="mr-1.5 inline-flex align-[-2px] text-hold"
    >
      <History aria-hidden className="size-3.5" />
      <span className="sr-only">(changed since it was recorded)</span>
    </span>
  );
}
