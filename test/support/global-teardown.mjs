import fs from 'node:fs';
import path from 'node:path';

export default async function teardown() {
  if (!globalThis.testServer) return;
  const { server, directory } = globalThis.testServer;
  await server.stop();
  const pointer = path.join(directory, 'postgresql-is-at');
  if (fs.existsSync(pointer))
    fs.rmSync(fs.readFileSync(pointer, 'utf8').trim(), { recursive: true });
  fs.rmSync(directory, { recursive: true });
}
