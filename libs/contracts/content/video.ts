export interface Video {
  host: 'youtube' | 'vimeo';
  id: string;
  /** the address of the player, on a host that sets no cookies before the user plays the video */
  embedUrl: string;
  /** the picture of the video on its own host, from which the server fetches it */
  thumbnailUrl: string | null;
}

/** The hosts whose players a page may show. */
export const videoPlayerOrigins = [
  'https://www.youtube-nocookie.com',
  'https://player.vimeo.com',
] as const;

const youtubeHosts = /^(?:(?:www|m|music)\.)?(?:youtube\.com|youtube-nocookie\.com)$/;
const youtubeId = /^[\w-]{11}$/;

/** Finds the video of a link to YouTube (watch, live, embed, v, shorts, short link) or Vimeo. */
export function videoOf(link: string | null): Video | null {
  if (link === null || !URL.canParse(link)) return null;
  const url = new URL(link);
  if (!/^https?:$/.test(url.protocol)) return null;
  const host = url.hostname.toLowerCase();
  const [first = '', second = ''] = url.pathname.split('/').filter(Boolean);
  if (youtubeHosts.test(host) || host === 'youtu.be') {
    const videoId = host === 'youtu.be' ? first : youtubeIdOf(first, second, url);
    if (!youtubeId.test(videoId)) return null;
    return {
      host: 'youtube',
      id: videoId,
      embedUrl: `${videoPlayerOrigins[0]}/embed/${videoId}`,
      thumbnailUrl: `https://i.ytimg.com/vi/${videoId}/hqdefault.jpg`,
    };
  }
  const vimeo = vimeoIdOf(host, first, second);
  return /^\d{5,15}$/.test(vimeo)
    ? {
        host: 'vimeo',
        id: vimeo,
        embedUrl: `${videoPlayerOrigins[1]}/video/${vimeo}?dnt=1`,
        thumbnailUrl: null,
      }
    : null;
}

/** Returns the part of a link to youtube.com that may be the id of a video, or the empty text. */
function youtubeIdOf(first: string, second: string, url: URL): string {
  if (/^(live|embed|v|shorts)$/.test(first)) return second;
  return first === 'watch' ? (url.searchParams.get('v') ?? '') : '';
}

/** Returns the part of a link to Vimeo that may be the id of a video, or the empty text. */
function vimeoIdOf(host: string, first: string, second: string): string {
  if (host === 'player.vimeo.com') return second;
  return /^(www\.)?vimeo\.com$/.test(host) ? first : '';
}
