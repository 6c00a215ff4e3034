import { videoOf } from '#libs/contracts';

const hosts = { youtube: 'YouTube', vimeo: 'Vimeo' };

/** Says how a link to a video will be played. */
export default function VideoHost({ link }: { link: string }) {
  const video = videoOf(/^[a-z][a-z\d+.-]*:/i.test(link) ? link : `https://${link}`);
  return video
    ? `A ${hosts[video.host]} video: it plays on the page.`
    : 'Not a link of YouTube or Vimeo: it opens in a new tab.';
}
