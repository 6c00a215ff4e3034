import { videoOf } from '#libs/contracts';

const hosts = { youtube: 'YouTube', vimeo: 'Vimeo' };

/** What a link to a video comes to, said while it is typed; undefined where it is no link yet. */
export function videoHelp(typed: string): string | undefined {
  const link = typed.trim();
  if (link === '') return 'From YouTube or Vimeo it plays on the page; any other link opens by itself.';
  const video = videoOf(/^[a-z][a-z\d+.-]*:/i.test(link) ? link : `https://${link}`);
  return video ? `A ${hosts[video.host]} video: it plays on the page.` : 'Not a link of YouTube or Vimeo: it opens in a new tab.';
}
