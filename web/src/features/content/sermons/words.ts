import { formatLong } from '#libs/calendar';
import type { Sermon } from '#libs/contracts';
import type { Track } from '../../../lib/content/listening';
import { isUploadedFile } from '../../../lib/browser/files';

/** Returns a description: `March 2, 2025 · 35 min · Ruth Alvarez`. */
export const describe = ({ date, durationMinutes, preacher }: Sermon): string =>
  [formatLong(date), `${durationMinutes} min`, preacher].filter(Boolean).join(' · ');

/**
 * Returns the recording for the player. Audio of other hosts has none, because it opens in a new
 * tab.
 */
export const trackOf = ({ id, title, preacher, date, audioUrl }: Sermon): Track | null =>
  audioUrl && isUploadedFile(audioUrl)
    ? {
        id,
        title,
        subtitle: [preacher, formatLong(date)].filter(Boolean).join(' · '),
        url: audioUrl,
        href: `/sermons?open=${id}`,
      }
    : null;
