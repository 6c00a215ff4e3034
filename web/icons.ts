import path from 'node:path';
import icons from 'lucide-react/dynamicIconImports.mjs';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Plugin } from 'vite';

export type IconName = keyof typeof icons;

/** Returns the elements of an icon of Lucide, without the `svg` around them. */
export async function drawingOf(name: IconName): Promise<string> {
  const svg = renderToStaticMarkup(createElement((await icons[name]()).default));
  return svg.replace(/^<svg[^>]*>|<\/svg>$/g, '').replace(/><\/[a-z]+>/g, '/>');
}

const iconFile = /\/lucide-react\/dist\/esm\/icons\/[a-z0-9-]+\.mjs$/;
const isIcon = (name: string): name is IconName => name in icons;

/**
 * Replaces each icon of Lucide by a component that contains its drawing as text
 * (`src/components/ui/icon.tsx`). Lucide's own components build each icon from a list of objects,
 * which needs twice the bytes. The development server of Vite uses Lucide's components.
 */
export const iconsAsText: Plugin = {
  name: 'icons-as-text',
  apply: 'build',
  load: {
    filter: { id: iconFile },
    handler: async (id) => {
      const name = path.basename(id, '.mjs');
      if (!isIcon(name)) return null;
      const drawing = JSON.stringify(await drawingOf(name));
      const component = JSON.stringify(`${import.meta.dirname}/src/components/ui/icon.tsx`);
      return {
        code:
          `import { makeIcon } from ${component};\n` +
          `export default /* @__PURE__ */ makeIcon(${drawing});\n`,
        map: null,
        moduleSideEffects: false,
      };
    },
  },
};
