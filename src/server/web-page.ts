import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { routes } from '#libs/contracts/routes';
import { pageAt } from './pages.js';

/** Read by the client (session-hint.ts): whoever comes without a session is not asked about. */
const noSession = '<meta name="session" content="none">';

/** The files of a screen, as the build of the client notes them (`web/screens-file.ts`). */
interface Screen {
  files: string[];
  /** Further files, where somebody may be signed in. */
  signedIn?: string[];
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
  const screensFile = path.join(root, '.vite/screens.json');
  const screens = existsSync(screensFile)
    ? (JSON.parse(readFileSync(screensFile, 'utf8')) as Record<string, Screen>)
    : {};

  const filesFor = (pathname: string, mayBeSignedIn: boolean): string[] => {
    const pagePath = pageAt(pathname);
    const screen = pagePath && screens[pagePath];
    if (!screen) return [];
    return mayBeSignedIn ? [...screen.files, ...(screen.signedIn ?? [])] : screen.files;
  };

  const withHints = (pathname: string, mayBeSignedIn: boolean): string => {
    const links = [
      ...(mayBeSignedIn
        ? [routes.auth.me.path, routes.site.settings.path].map(
            (call) => `<link rel="preload" as="fetch" crossorigin href="${call}">`,
          )
        : [noSession]),
      ...filesFor(pathname, mayBeSignedIn).map(
        (file) => `<link rel="modulepreload" crossorigin href="/${file}">`,
      ),
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
