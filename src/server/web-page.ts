import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Read by the client (session-hint.ts): whoever comes without a session is not asked about. */
const noSession = '<meta name="session" content="none">';

interface Built {
  file: string;
  imports?: string[];
}

/**
 * The client's page as it is sent first. What its path will need is asked for at once instead of one round trip after the other:
 * the code of its screen and, where somebody may be signed in, who that is and the church's settings. A path that is not known here
 * only starts later.
 * @param words title and description of a page that anybody may open, as text
 */
export function webPage(
  root: string,
): (
  pathname: string,
  mayBeSignedIn: boolean,
  words?: { title: string; description: string },
) => string {
  const page = readFileSync(path.join(root, 'index.html'), 'utf8');
  const withoutFrame = page.replace(/<div id="frame"[^]*(?=<\/body>)/, '');
  const manifestFile = path.join(root, '.vite/manifest.json');
  const manifest = existsSync(manifestFile)
    ? (JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, Built>)
    : {};

  /** A module and what it imports; what the page itself asks for is on its way already. */
  const filesOf = (name: string, found = new Set<string>()): Set<string> => {
    const built = manifest[name];
    if (!built || found.has(built.file) || page.includes(built.file)) return found;
    found.add(built.file);
    for (const one of built.imports ?? []) filesOf(one, found);
    return found;
  };

  const withHints = (pathname: string, mayBeSignedIn: boolean): string => {
    const files = new Set(modulesOf(pathname, mayBeSignedIn).flatMap((name) => [...filesOf(name)]));
    const links = [
      ...(mayBeSignedIn
        ? ['/api/auth/user', '/api/settings'].map(
            (call) => `<link rel="preload" as="fetch" crossorigin href="${call}">`,
          )
        : [noSession]),
      ...[...files].map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ];
    return (mayBeSignedIn ? page : withoutFrame).replace(
      '</head>',
      () => `${links.join('')}</head>`,
    );
  };

  return (pathname, mayBeSignedIn, words) => {
    const sent = withHints(pathname, mayBeSignedIn);
    if (!words) return sent;
    return sent.replace(
      /<title>.*?<\/title>/,
      () =>
        `<title>${escape(words.title)}</title><meta name="description" content="${escape(words.description)}">`,
    );
  };
}

const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Screens that staff have beside one of the same name that everybody has: the other's code would be loaded for nothing. */
const otherwise: Record<string, string> = {
  '/admin/settings': 'church-settings',
  '/admin/announcements': 'announcements-admin',
  '/admin/events': 'events-admin',
  '/admin/brothers-in-christ': 'brothers-admin',
};

/** Screens lie in `routes/`, named like the last part of their path. */
function modulesOf(pathname: string, mayBeSignedIn: boolean): string[] {
  if (pathname === '/')
    return [
      'src/routes/index.lazy.tsx',
      ...(mayBeSignedIn ? ['src/routes/start/dashboard.tsx', 'src/lib/warm-shown.ts'] : []),
    ];
  const name = Object.hasOwn(otherwise, pathname)
    ? otherwise[pathname]
    : /^(?:\/admin)?\/([a-z-]{1,40})$/.exec(pathname)?.[1];
  return name ? [`src/routes/${name}.lazy.tsx`] : [];
}
