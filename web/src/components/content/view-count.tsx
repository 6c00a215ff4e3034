import { Eye } from 'lucide-react';
import { formatCount } from '../../lib/format';

/** The smallest number of views that members see. */
const fewestViews = 10;

/** The number of views of an item, for members. A small number is not shown. */
export function ViewCount({ count }: { count: number }) {
  if (count < fewestViews) return null;
  return (
    <span className="inline-flex items-center gap-1 tabular-nums">
      <Eye aria-hidden className="size-3.5" />
      {formatCount(count)} views
    </span>
  );
}
