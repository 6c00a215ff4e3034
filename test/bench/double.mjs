// The stand-in for an EventStoreDB server, as a process of its own. Prints its address; ends with
// whoever started it.
import '../faults/typescript.mjs';

const { EventStoreDbDouble } = await import('../support/eventstoredb/server.ts');
const double = await EventStoreDbDouble.start();
process.stdout.write(`${double.url}\n`);
process.stdin.resume().once('close', () => process.exit());
