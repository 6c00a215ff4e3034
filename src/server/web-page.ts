import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { batchAddress } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import { pageAt } from './pages.js';

/**
 * Tells the client (session-hint.ts) that there is no session, so that it need not ask for the
 * user.
 */
const noSession = '<meta name="session" content="none">';

/** The user and the settings, which the client requests together before it shows anything. */
const firstBatch = batchAddress([routes.auth.me.path, routes.site.settings.path]);

/** The files of a screen, from the build of the client (`web/screens-file.ts`). */
interface Screen {
  files: string[];
  /** further files if the user may be signed in */
  signedIn?: string[];
}

/**
 * Returns a function that makes the client's page for a path. The page preloads the code of its
 * screen and, if the user may be signed in, the user and the church's settings, so that the browser
 * does not request them one after the other. A page for an unknown path only starts more slowly.
 * The parameter `words` has the title and the description of a public page as text.
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
  const screens = readScreens(root);

  const withHints = (pathname: string, mayBeSignedIn: boolean): string => {
    const links = [
      ...(mayBeSignedIn
        ? [`<link rel="preload" as="fetch" crossorigin href="${escape(firstBatch)}">`]
        : [noSession]),
      ...filesFor(screens, pathname, mayBeSignedIn).map(
        (file) => `<link rel="modulepreload" crossorigin href="/${file}">`,
      ),
    ];
    return (mayBeSignedIn ? page : withoutFrame).replace(
      '</head>',
      () => `${links.join('')}</head>`,
    );
  };

  return (pathname, mayBeSignedIn, words) => {
    const pageWithHints = withHints(pathname, mayBeSignedIn);
    if (!words) return pageWithHints;
    const title = `<title>${escape(words.title)}</title>`;
    const description = `<meta name="description" content="${escape(words.description)}">`;
    return pageWithHints.replace(/<title>.*?<\/title>/, () => title + description);
  };
}

type Screens = Record<string, Screen>;

function readScreens(root: string): Screens {
  const file = path.join(root, '.vite/screens.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Screens) : {};
}

/** Returns the files that the screen of a path needs. */
function filesFor(screens: Screens, pathname: string, mayBeSignedIn: boolean): string[] {
  const pagePath = pageAt(pathname);
  const screen = pagePath && screens[pagePath];
  if (!screen) return [];
  return mayBeSignedIn ? [...screen.files, ...(screen.signedIn ?? [])] : screen.files;
}

const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
