import { CornerDownRight } from 'lucide-react';
import { formatMoment } from '../../../lib/format';

/** The pastor's answer and its time. */
export function PastorReply({
  reply,
  repliedAt,
  level,
}: {
  reply: string;
  repliedAt: string | null;
  level: 3 | 4;
}) {
  const Heading = level === 3 ? 'h3' : 'h4';
  return (
    <div className="rounded-md border-l-2 border-good bg-sunken px-4 py-3">
      <Heading className="flex flex-wrap items-center gap-x-2 text-grid font-medium">
        <CornerDownRight aria-hidden className="size-4 shrink-0 text-good" />
        Pastor’s reply
        {repliedAt && (
          <time dateTime={repliedAt} className="font-normal text-ink-2">
            {formatMoment(repliedAt)}
          </time>
        )}
      </Heading>
      <p className="prose-width mt-1.5 break-words whitespace-pre-line">{reply}</p>
    </div>
  );
}
