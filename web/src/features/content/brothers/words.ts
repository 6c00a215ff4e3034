import type { BrothersContent } from '#libs/contracts';
import { isUploadedFile } from '../../../lib/browser/files';
import type { Track } from '../../../lib/content/listening';

/** Returns what an item contains: `Video · Audio · Article`. */
export const describe = ({ youtubeUrl, audioFileUrl, content }: BrothersContent): string =>
  [youtubeUrl && 'Video', audioFileUrl && 'Audio', content && 'Article']
    .filter(Boolean)
    .join(' · ');

export const trackOf = ({ id, title, audioFileUrl }: BrothersContent): Track | null =>
  audioFileUrl && isUploadedFile(audioFileUrl)
    ? {
        id,
        title,
        subtitle: 'Brothers in Christ',
        url: audioFileUrl,
        href: `/brothers-in-christ?open=${id}`,
      }
    : null;
