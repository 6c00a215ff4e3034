import { CornerDownRight } from 'lucide-react';
import { formatMoment } from '../../../lib/format';

/** What the pastor answered, and when. */
export function PastorReply({
  reply,
  at,
  level,
}: {
  reply: string;
  at: string | null;
  level: 3 | 4;
}) {
  const Heading = level === 3 ? 'h3' : 'h4';
  return (
    <div className="rounded-md border-l-2 border-good bg-sunken px-4 py-3">
      <Heading className="flex flex-wrap items-center gap-x-2 text-grid font-medium">
        <CornerDownRight aria-hidden className="size-4 shrink-0 text-good" />
        Pastor’s reply
        {at && (
          <time dateTime={at} className="font-normal text-ink-2">
            {formatMoment(at)}
          </time>
        )}
      </Heading>
      <p className="prose-width mt-1.5 break-words whitespace-pre-line">{reply}</p>
    </div>
  );
}
