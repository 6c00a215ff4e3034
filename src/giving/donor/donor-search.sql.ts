import { t } from '#libs/database';

/** The parameters of a search, as `readSearch` returns them. */
export const searchParameters = {
  patterns: t.nullable(t.array(t.text)),
  numberPattern: t.nullable(t.text),
};

/**
 * The text that contains each word of a search which finds a donation by its check or transaction
 * number. Compare it only if the number is like `numberPattern`, which costs less.
 * @param search the alias of the giver's row in `donor_search`
 * @param texts the alias of the donation's row in `giving_text`
 */
export const searchTextWithNumberSql = (search: string, texts: string): string =>
  `concat_ws(E'\\n', ${search}.search_key, search_key(${texts}.transaction_id))`;
