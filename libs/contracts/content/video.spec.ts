import { expect, it } from '@jest/globals';
import { videoPlayerOrigins, videoOf } from './video.js';

const id = 'dQw4w9WgXcQ';
it.each([
  `https://www.youtube.com/watch?v=${id}`,
  `https://youtube.com/watch?feature=shared&v=${id}&t=12`,
  `https://m.youtube.com/watch?v=${id}`,
  `https://youtu.be/${id}?si=x`,
  `https://www.youtube.com/live/${id}`,
  `https://www.youtube.com/embed/${id}?start=3`,
  `https://www.youtube.com/v/${id}`,
  `https://www.youtube.com/shorts/${id}`,
  `https://www.youtube-nocookie.com/embed/${id}`,
  `http://youtu.be/${id}`,
])('%s shows a video of YouTube', (link) => {
  expect(videoOf(link)).toEqual({
    host: 'youtube',
    id,
    embedUrl: `https://www.youtube-nocookie.com/embed/${id}`,
    thumbnailUrl: `https://i.ytimg.com/vi/${id}/hqdefault.jpg`,
  });
});

it.each([
  'https://vimeo.com/76979871',
  'https://www.vimeo.com/76979871?x=1',
  'https://player.vimeo.com/video/76979871',
])('%s shows a video of Vimeo', (link) => {
  expect(videoOf(link)).toMatchObject({
    host: 'vimeo',
    id: '76979871',
    embedUrl: 'https://player.vimeo.com/video/76979871?dnt=1',
  });
});

it.each([
  'https://example.com/watch?v=dQw4w9WgXcQ',
  'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://evil.example/youtube.com/embed/dQw4w9WgXcQ',
  'https://www.youtube.com/watch?v=short',
  'https://www.youtube.com/@grace',
  'https://youtu.be/',
  `javascript:alert(1)//youtu.be/${id}`,
  `https://www.youtube.com/embed/${id}x"><script>`,
  'https://vimeo.com/channels/x',
  'no link',
  '',
])('%s shows no video of a known service', (link) => {
  expect(videoOf(link)).toBeNull();
});

it('the players of all videos are on hosts that pages may show in frames', () => {
  for (const link of [`https://youtu.be/${id}`, 'https://vimeo.com/76979871'])
    expect(videoPlayerOrigins.some((host) => videoOf(link)!.embedUrl.startsWith(`${host}/`))).toBe(
      true,
    );
  expect(videoOf(null)).toBeNull();
});
