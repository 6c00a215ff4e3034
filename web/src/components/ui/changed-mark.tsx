import { History } from 'lucide-react';

/** Beside a figure that is no longer what it was at first; opening the row shows why. */
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
