import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

/**
 * Writes the built program (`dist/src/main.js` and `dist/src/cli.js`) with its packages into a few
 * files. Node needs two seconds of processor time to find and link the program's 2,200 modules,
 * and 0.6 seconds for these files.
 * @param root the folder of the project
 * @param folder receives `main.js` and `cli.js`; it must be in `root`, because some packages stay
 * outside
 */
export async function bundleProgram(root, folder) {
  const bundle = await rolldown({
    cwd: root,
    input: { main: 'dist/src/main.js', cli: 'dist/src/cli.js' },
    platform: 'node',
    external: ['sharp', 'piscina', /^@aws-sdk\//], // these packages look for their own files
    plugins: [keepPlaces],
    logLevel: 'silent', // hides warnings about optional packages that are not installed
  });
  // MikroORM and NestJS read the names of classes.
  await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].js', keepNames: true });
  await bundle.close();
}

/** Keeps the location of each module, from which it starts worker threads and reads the client. */
const keepPlaces = {
  name: 'keep-places',
  transform(code, file) {
    if (!code.includes('import.meta')) return null;
    return code
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href))
      .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(file)))
      .replaceAll('import.meta.filename', JSON.stringify(file));
  },
};
