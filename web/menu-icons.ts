import type { Plugin } from 'vite';
import { drawingOf, type IconName } from './icons.ts';

/** The icon of each screen in the menu, by its name at Lucide. */
const iconOf = {
  '/': 'layout-dashboard',
  '/church-program': 'calendar-days',
  '/resources': 'graduation-cap',
  '/nuggets': 'sparkles',
  '/sermons': 'mic',
  '/community': 'church',
  '/brothers-in-christ': 'shield',
  '/donations': 'hand-coins',
  '/message-pastor': 'message-circle',
  '/support': 'life-buoy',
  '/profile': 'circle-user-round',
  '/admin/pastor-dashboard': 'book-open-text',
  '/admin/events': 'calendar-cog',
  '/admin/announcements': 'megaphone',
  '/admin/content': 'library-big',
  '/admin/brothers-in-christ': 'hand-heart',
  '/admin/members': 'users-round',
  '/admin/user-approvals': 'user-check',
  '/admin/member-donations': 'users',
  '/admin/donation-imports': 'file-up',
  '/admin/church-ledger': 'notebook-text',
  '/admin/fundraisers': 'flag',
  '/admin/roles-permissions': 'shield-check',
  '/admin/audit': 'scroll-text',
  '/admin/appearance': 'palette',
  '/admin/settings': 'sliders-horizontal',
  '/subscribe': 'credit-card',
  '/admin/organizations': 'building-2',
} satisfies Record<string, IconName>;

const sheet = 'virtual:menu-icons.css';

/**
 * Puts the icons of the menu into the style sheet, which is loaded before anything is painted. As
 * components they would add 4 kB to the script that every page needs first. They are one picture,
 * one above the other, because Chromium loads each picture as a document of its own, which took a
 * tenth of the processor time of a page of the staff.
 */
export const menuIconsInStyles = (): Plugin => ({
  name: 'menu-icons',
  resolveId: (id) => (id === sheet ? `\0${sheet}` : null),
  load: async (id) => {
    if (id !== `\0${sheet}`) return null;
    const screens = Object.keys(iconOf);
    const drawings = await Promise.all(Object.values(iconOf).map(drawingOf));
    const picture = encodeURIComponent(stackOf(drawings));
    const size = `100% ${drawings.length * 100}%`;
    return [
      `[data-screen] { mask: url("data:image/svg+xml,${picture}") 0 var(--icon-top) / ${size}; }`,
      ...screens.map(
        (to, index) =>
          `[data-screen='${to}'] { --icon-top: ${(index / (screens.length - 1)) * 100}%; }`,
      ),
    ].join('\n');
  },
});

/** The width and height of an icon of Lucide. */
const iconSize = 24;

/** Returns a picture with the drawings one above the other, in the strokes of Lucide. */
function stackOf(drawings: readonly string[]): string {
  const places = drawings.map(
    (drawing, index) => `<g transform="translate(0 ${index * iconSize})">${drawing}</g>`,
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${iconSize} ` +
    `${drawings.length * iconSize}" fill="none" stroke="#000" stroke-width="2" ` +
    `stroke-linecap="round" stroke-linejoin="round">${places.join('')}</svg>`
  );
}
