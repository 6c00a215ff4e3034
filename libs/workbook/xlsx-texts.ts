import { maxCell } from '#libs/csv';
import { textTooLong } from './messages.js';

/** Whether an attribute of Excel's XML has a true value. */
export const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

/**
 * Collects the text of `<t>` elements, also of the runs of rich text. It leaves out the phonetic
 * text of East Asian languages (`rPh`).
 */
export function createTextGatherer() {
  let text = '';
  let isOpen = false;
  let phoneticDepth = 0;
  return {
    open(name: string) {
      if (name === 't') isOpen = phoneticDepth === 0;
      else if (name === 'rPh') phoneticDepth++;
    },
    text(more: string) {
      if (!isOpen) return;
      text += more;
      if (text.length > maxCell) throw textTooLong();
    },
    close(name: string) {
      if (name === 't') isOpen = false;
      else if (name === 'rPh') phoneticDepth--;
    },
    take(): string {
      const taken = unescapeText(text);
      text = '';
      return taken;
    },
  };
}

/** Decodes control characters such as `_x000D_`, and `_x005F_`, which is an underscore. */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text;
  const character = (code: number) => (code === 0 ? '' : String.fromCharCode(code));
  return text
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => character(parseInt(code, 16)))
    .replace(/\r\n?/g, '\n')
    .toWellFormed();
}
