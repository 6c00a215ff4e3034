import { useSyncExternalStore } from 'react';

/** public/first.js reads `themeKey` and `accentKey` before the first paint. */
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
    // Storage may be disabled. Then the choice is lost when the page is closed.
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

/** Returns the user's choice, which is stored on this device, and whether it means dark now. */
export function useTheme(): { theme: Theme; dark: boolean } {
  const chosenTheme = useSyncExternalStore(subscribe, () => theme);
  const dark = useSyncExternalStore(subscribe, isDark);
  return { theme: chosenTheme, dark };
}

/** The color of which tokens.css contains the accent, so that most churches need no calculation. */
const defaultColour = '#3b82f6';

/**
 * Makes the church's color the accent and stores it. public/first.js applies it before the first
 * paint of the next page.
 */
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
