/**
 * Work on a list of things, on each once, so many at a time: whoever asks for one has the next ones
 * begun as well. So one is waited for while another needs the machine, and each test still asserts
 * its own.
 */
export function ahead<Thing, Seen>(
  things: readonly Thing[],
  atOnce: number,
  look: (thing: Thing) => Promise<Seen>,
): (thing: Thing) => Promise<Seen> {
  const begun = new Map<Thing, Promise<Seen>>();
  return (thing) => {
    const first = things.indexOf(thing);
    for (const next of things.slice(first, first + atOnce)) {
      if (begun.has(next)) continue;
      const seen = look(next);
      seen.catch(() => undefined); // told to the test that asks for it
      begun.set(next, seen);
    }
    return begun.get(thing)!;
  };
}
