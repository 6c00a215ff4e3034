import fs from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import Runtime from 'jest-runtime';

/**
 * Replaces Jest's module runtime, so that Node itself loads the files. The built program (`dist`)
 * and packages are loaded once for all tests of a worker; tests and their shared code are loaded
 * again for each file, as TypeScript. Jest would load everything again for each of the hundred
 * files, which takes two seconds of processor time each.
 */

const root = path.resolve(import.meta.dirname, '../../..');
const isOfTests = (file) =>
  file.startsWith(path.join(root, 'test') + path.sep) || file.endsWith('.spec.ts');
const isOfProgram = (file) => /^(src|libs)[\\/]/.test(path.relative(root, file));

/** The functions (`describe`, `it`, `expect` …) that Jest has created for the present file. */
let globals = {};
let files = 0;

/**
 * Resolves a relative import of a test: `./x.js` and `./x` mean x.ts, or the built file of the
 * program.
 */
function meant(file) {
  if (isOfProgram(file) && !isOfTests(file))
    return path.join(root, 'dist', path.relative(root, file));
  const candidates =
    path.extname(file) === '' ? [`${file}.ts`] : [file, file.replace(/\.js$/, '.ts')];
  return candidates.find((candidate) => fs.existsSync(candidate)) ?? file;
}

registerHooks({
  resolve(specifier, context, next) {
    const from = context.parentURL?.startsWith('file:') ? new URL(context.parentURL) : null;
    const file = from?.searchParams.get('file'); // which only tests have
    if (!file) return next(specifier, context);
    if (specifier === '@jest/globals')
      return { url: `jest:globals?file=${file}`, format: 'module', shortCircuit: true };
    if (!/^\.{1,2}\//.test(specifier)) return next(specifier, context);
    const to = meant(path.resolve(path.dirname(fileURLToPath(from)), specifier));
    const url = pathToFileURL(to);
    if (isOfTests(to)) url.searchParams.set('file', file);
    return next(url.href, context);
  },
  load(url, context, next) {
    if (!url.startsWith('jest:globals')) return next(url, context);
    globalThis.globalsOfJest = globals;
    return {
      format: 'module',
      source: `export const { ${Object.keys(globals).join(', ')} } = globalThis.globalsOfJest;`,
      shortCircuit: true,
    };
  },
});

export default class OneWorld extends Runtime {
  constructor(config, environment, ...others) {
    super(config, environment, ...others);
    Object.assign(environment.global, {
      Array,
      BigInt,
      Boolean,
      Function,
      Number,
      Object,
      String,
      Symbol,
    }); // the classes that expect.any(…) compares with
    process.env.TEST_EVENT_STORE = config.testEnvironmentOptions.eventStore ?? 'postgres';
  }

  setGlobalsForRuntime(given) {
    super.setGlobalsForRuntime(given);
    globals = given;
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  unstable_importModule(file) {
    return import(`${pathToFileURL(file).href}?file=${++files}`);
  }
}
