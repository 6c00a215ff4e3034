/** The largest number of calls that one batch may have. */
export const maxBatchCalls = 30;

/** The answer of the server to one call of a batch. */
export interface BatchAnswer {
  status: number;
  /** the header `Link`, for the next page of a list */
  link: string | null;
  /** the body as text */
  text: string;
}

/**
 * Returns the address of a batch (`GET /api/batch`). The page that the server sends preloads a
 * batch, and the client reads it from there only if both write the same address.
 * @param calls the paths of the calls, with their query strings
 */
export const batchAddress = (calls: readonly string[]): string =>
  `/api/batch?${new URLSearchParams({ calls: calls.join(' ') }).toString()}`;
