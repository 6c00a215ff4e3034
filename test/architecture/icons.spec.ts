import { describe, expect, it } from '@jest/globals';
import { drawingOf, iconsAsText } from '../../web/icons.js';

describe('the drawing of an icon', () => {
  it('has the elements of the icon without the svg around them', async () => {
    expect(await drawingOf('plus')).toBe('<path d="M5 12h14"/><path d="M12 5v14"/>');
  });
});

describe('the module of an icon in the built client', () => {
  const load = (id: string) => {
    const hook = iconsAsText.load as { handler: (id: string) => Promise<{ code: string } | null> };
    return hook.handler(id);
  };

  it('exports a component with the drawing', async () => {
    const file = '/node_modules/lucide-react/dist/esm/icons/plus.mjs';
    expect((await load(file))!.code).toContain(
      String.raw`makeIcon("<path d=\"M5 12h14\"/><path d=\"M12 5v14\"/>")`,
    );
  });

  it('is the module of Lucide if Lucide has no icon of this name', async () => {
    expect(await load('/node_modules/lucide-react/dist/esm/icons/no-such-icon.mjs')).toBeNull();
  });
});
