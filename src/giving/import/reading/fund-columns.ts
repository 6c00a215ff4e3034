import type { ImportMapping, ImportMappingChoice } from '#libs/contracts';
import {
  canBeDivided,
  suggestFundColumns,
  type AmountColumn,
  type FundColumnsOffer,
} from '#libs/csv';
import { badRequest } from '#libs/http';

/**
 * Checks the columns of amounts that a user has chosen for the funds. Returns the mapping in which
 * the first of them is the amount column and none of them is unused.
 * @throws HttpError 400 if the rows cannot be divided by them
 */
export function withFundColumns(mapping: ImportMapping, header: readonly string[]): ImportMapping {
  const { fundColumns, columns, unusedColumns = [] } = mapping;
  if (!fundColumns) return mapping;
  const { amount: _amount, ...otherColumns } = columns;
  const amountIndexes = fundColumns.map(({ column }) => column);
  const fundIndexes = fundColumns.flatMap(({ fundColumn }) => fundColumn ?? []);
  const amountColumns = new Set(amountIndexes);
  if ([...amountIndexes, ...fundIndexes].some((index) => index >= header.length))
    throw badRequest('This file has no such column.');
  if (amountColumns.size < amountIndexes.length)
    throw badRequest('A column of amounts can be used for one fund only.');
  if (fundIndexes.some((index) => amountColumns.has(index)))
    throw badRequest('A column cannot hold both the amount and the fund.');
  if (Object.values(otherColumns).some((index) => amountColumns.has(index)))
    throw badRequest('A column of amounts has another meaning. Choose one of them.');
  if (!canBeDivided(mapping))
    throw badRequest('A file with columns of fees or refunds cannot be divided into funds.');
  return {
    ...mapping,
    columns: { ...columns, amount: amountIndexes[0]! },
    unusedColumns: unusedColumns.filter((index) => !amountColumns.has(index)),
  };
}

/**
 * Says how a file with further columns of amounts could be divided; null if it has none or is
 * divided.
 */
export const offerFundColumns = (
  mapping: ImportMapping,
  header: readonly string[],
  further: readonly AmountColumn[],
  total: number | null,
): FundColumnsOffer | null =>
  mapping.fundColumns || further.length === 0
    ? null
    : suggestFundColumns(
        mapping,
        header,
        further.map(({ index }) => index),
        total,
      );

/** Returns a mapping by which the rows are divided as offered. */
export function withOffer(
  mapping: ImportMapping,
  { fundColumns, total }: FundColumnsOffer,
): ImportMapping {
  const { columns, unusedColumns = [] } = mapping;
  return {
    ...mapping,
    fundColumns,
    columns: { ...columns, amount: fundColumns[0]!.column },
    unusedColumns: total === null ? unusedColumns : [...unusedColumns, total],
  };
}

/**
 * Returns how a file is divided after a choice. A user who gives a suggested column another
 * meaning, or leaves it out, has refused the suggestion.
 */
export function chosenFundColumns(
  { fundColumns: suggested, columns: { amount } }: ImportMapping,
  { fundColumns, columns, unusedColumns = [] }: ImportMappingChoice,
): ImportMapping['fundColumns'] {
  if (fundColumns !== undefined) return fundColumns;
  if (!suggested) return suggested;
  const { amount: chosenAmount = amount, campaign: _campaign, ...otherColumns } = columns ?? {};
  const refusedColumns = new Set([...unusedColumns, ...Object.values(otherColumns)]);
  const isRefused =
    suggested.some(({ column }) => refusedColumns.has(column)) || chosenAmount !== amount;
  return isRefused ? null : suggested;
}
