import type { Params } from './params.js';

/** Reads a form such as `items[0][price]=x` into objects and arrays, like Stripe. */
export function readForm(text: string): Params {
  const root: Params = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = name.replaceAll(']', '').split('[');
    let level: Params = root;
    for (const [index, key] of keys.entries()) {
      if (index === keys.length - 1) level[key] = value;
      else level = (level[key] ??= {}) as Params;
    }
  }
  return arrays(root) as Params;
}

function arrays(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, arrays(inner)] as const);
  const isArray = entries.length > 0 && entries.every(([key]) => /^\d*$/.test(key));
  return isArray ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}
