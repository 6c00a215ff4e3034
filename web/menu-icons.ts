import icons from 'lucide-react/dynamicIconImports.mjs';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Plugin } from 'vite';

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
} satisfies Record<string, keyof typeof icons>;

const sheet = 'virtual:menu-icons.css';

/**
 * Puts the icons of the menu into the style sheet, which is loaded before anything is painted. As
 * components they would add 4 kB to the script that every page needs first.
 */
export const menuIconsInStyles = (): Plugin => ({
  name: 'menu-icons',
  resolveId: (id) => (id === sheet ? `\0${sheet}` : null),
  load: async (id) => {
    if (id !== `\0${sheet}`) return null;
    const rules = await Promise.all(
      Object.entries(iconOf).map(async ([to, name]) => {
        const svg = renderToStaticMarkup(createElement((await icons[name]()).default)).replace(
          / class="[^"]*"| aria-hidden="true"/g,
          '',
        );
        return (
          `[data-screen='${to}'] { --icon: ` +
          `url("data:image/svg+xml,${encodeURIComponent(svg)}"); }`
        );
      }),
    );
    return rules.join('\n');
  },
});
