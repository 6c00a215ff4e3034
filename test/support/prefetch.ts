/**
 * Returns a function that processes an item of a list and starts to process the next ones, so that
 * they use the machine while a test waits. Each item is processed once, and each test still checks
 * its own item.
 * @param parallel how many items are processed at the same time
 */
export function prefetch<Item, Result>(
  items: readonly Item[],
  parallel: number,
  process: (item: Item) => Promise<Result>,
): (item: Item) => Promise<Result> {
  const started = new Map<Item, Promise<Result>>();
  return (item) => {
    const first = items.indexOf(item);
    for (const next of items.slice(first, first + parallel)) {
      if (started.has(next)) continue;
      const result = process(next);
      result.catch(() => undefined); // The test of this item receives the error.
      started.set(next, result);
    }
    return started.get(item)!;
  };
}
