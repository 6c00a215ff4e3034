import { useSyncExternalStore } from 'react';

/** Both keys are read by public/first.js before the first paint. */
const themeKey = 'church-connect.theme';
const accentKey = 'church-connect.accent';
const colourKey = 'church-connect.colour';

export type Theme = 'light' | 'dark' | 'system';

const system = window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage may be switched off: the choice then holds until the page is left.
  }
}

let theme = asTheme(read(themeKey));

function asTheme(value: string | null): Theme {
  return value === 'light' || value === 'dark' ? value : 'system';
}

const isDark = () => theme === 'dark' || (theme === 'system' && system.matches);

function apply(): void {
  document.documentElement.classList.toggle('dark', isDark());
  for (const listener of listeners) listener();
}
system.addEventListener('change', apply);

export function setTheme(next: Theme): void {
  theme = next;
  write(themeKey, next);
  apply();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The person's choice, kept on this device, and what it comes to now. */
export function useTheme(): { theme: Theme; dark: boolean } {
  const chosen = useSyncExternalStore(subscribe, () => theme);
  const dark = useSyncExternalStore(subscribe, isDark);
  return { theme: chosen, dark };
}

/** tokens.css has this one's values, so that most churches need no computation. */
const defaultColour = '#3b82f6';

/** Makes the church's colour the accent; public/first.js sets it again before the next first paint. */
export async function applyAccent(primaryColour: string): Promise<void> {
  const colour = primaryColour.toLowerCase();
  if (colour === (read(colourKey) ?? defaultColour)) return;
  const root = document.documentElement.style;
  const tokens = colour === defaultColour ? {} : (await import('../colour')).accentTokens(colour);
  for (const name of Object.keys(JSON.parse(read(accentKey) ?? '{}') as object))
    root.removeProperty(name);
  for (const [name, value] of Object.entries(tokens)) root.setProperty(name, value);
  write(accentKey, JSON.stringify(tokens));
  write(colourKey, colour);
}
