import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

export default async function teardown() {
  if (!globalThis.testServer) return;
  const { server, directory } = globalThis.testServer;
  await server.stop();
  const pointer = path.join(directory, 'postgresql-is-at');
  const cluster = fs.existsSync(pointer) ? [fs.readFileSync(pointer, 'utf8').trim()] : [];
  remove([...cluster, directory, process.env.TEST_PROGRAM]);
}

/** Removes folders in a separate process, because it takes half a minute on a disk. */
function remove(folders) {
  const script =
    'for (const folder of process.argv.slice(1)) fs.rmSync(folder, { recursive: true, force: ' +
    'true })';
  const options = { detached: true, stdio: 'ignore', windowsHide: true };
  spawn(process.execPath, ['-e', script, ...folders], options).unref();
}
