// Lets Node run the TypeScript of the tests as it is: the proofs share their parts with the specs,
// which Jest runs.
import fs from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';

process.removeAllListeners('warning'); // type stripping says at each start that it is new

registerHooks({
  resolve(name, context, next) {
    const written =
      name.startsWith('.') && name.endsWith('.js') && context.parentURL
        ? new URL(name, context.parentURL)
        : null;
    const source = written && new URL(written.href.replace(/\.js$/, '.ts'));
    return source && !fs.existsSync(fileURLToPath(written)) && fs.existsSync(fileURLToPath(source))
      ? next(source.href, context)
      : next(name, context);
  },
  load(url, context, next) {
    if (!url.endsWith('.ts')) return next(url, context);
    const code = fs.readFileSync(fileURLToPath(url), 'utf8');
    return {
      format: 'module',
      source: stripTypeScriptTypes(code, { mode: 'transform' }),
      shortCircuit: true,
    };
  },
});
