import type ts from 'typescript';
import { invalidRequest } from './refusal.js';
import {
  checker,
  elementOf,
  eventType,
  isDecimal,
  isNull,
  isNumber,
  isObject,
  isOptional,
  isText,
  isTruth,
  partsOf,
  valuesOf,
  type Call,
} from './types.js';

/**
 * Checks that an answer of the double has all properties that the types require, and no unknown
 * ones.
 * @throws Error that names the first difference
 */
export function checkAnswer({ answer, isList }: Call, value: unknown): void {
  if (isList)
    for (const [index, element] of (value as { data: unknown[] }).data.entries())
      check(answer, element, `data.${index}`);
  else check(answer, value, '');
}

/**
 * Checks the object of an event like an answer.
 * @throws Error also for a type of event that Stripe does not send
 */
export function checkEvent(kind: string, object: unknown): void {
  const type = eventType(kind);
  if (!type) throw new Error(`Stripe sends no event ${kind}.`);
  const data = checker.getTypeOfSymbol(type.getProperty('data')!);
  check(checker.getTypeOfSymbol(data.getProperty('object')!), object, kind);
}

function check(type: ts.Type, value: unknown, path: string): void {
  const parts = partsOf(type);
  const fail = () => {
    throw new Error(
      `The double answers ${JSON.stringify(value)} at ${path}: the types say ` +
        `${checker.typeToString(type)}.`,
    );
  };
  if (value === null) return parts.some(isNull) ? undefined : fail();
  if (typeof value === 'number') return parts.some(isNumber) ? undefined : fail();
  if (typeof value === 'boolean') return parts.some(isTruth) ? undefined : fail();
  if (typeof value === 'string')
    return parts.some(isText) ||
      valuesOf(parts).includes(value) ||
      (parts.some(isDecimal) && /^-?\d+(\.\d+)?$/.test(value))
      ? undefined
      : fail();
  const list = parts.find((part) => checker.isArrayType(part));
  if (Array.isArray(value)) {
    if (!list) return fail();
    for (const [index, element] of value.entries())
      check(elementOf(list), element, `${path}.${index}`);
    return;
  }
  const problems = parts
    .filter(isObject)
    .map((part) => problemOf(() => checkObject(part, value as object, path)));
  if (problems.length === 0) return fail();
  if (!problems.includes(null)) throw problems[0]!;
}

function problemOf(work: () => void): Error | null {
  try {
    work();
    return null;
  } catch (error) {
    return error as Error;
  }
}

function checkObject(type: ts.Type, value: object, path: string): void {
  const indexType = checker.getIndexInfosOfType(type)[0]?.type;
  const remainingFields = new Map(Object.entries(value));
  for (const property of type.getProperties()) {
    const propertyPath = `${path}.${property.name}`;
    if (remainingFields.has(property.name))
      check(checker.getTypeOfSymbol(property), remainingFields.get(property.name), propertyPath);
    else if (!isOptional(property))
      throw new Error(`The double's answer lacks ${propertyPath}, which the types require.`);
    remainingFields.delete(property.name);
  }
  for (const [name, inner] of remainingFields) {
    if (!indexType)
      throw new Error(`The double answers ${path}.${name}, which the types do not know.`);
    check(indexType, inner, `${path}.${name}`);
  }
}

/**
 * Fields that an answer contains only if the request asks for them, according to Stripe's pages.
 */
export const includable = ['confirmation_secret', 'payments'];

/** @throws StripeRefusal for a path that does not exist or that cannot be expanded */
export function checkExpand({ answer, isList }: Call, paths: unknown): void {
  for (const path of Array.isArray(paths) ? (paths as string[]) : []) {
    const steps = path.split('.');
    const [first, ...rest] = isList ? steps : ['data', ...steps];
    if (steps.length > 4)
      throw invalidRequest(
        `You cannot expand more than 4 levels of a property (${path}).`,
        'expand',
      );
    if (first !== 'data' || rest.length === 0 || !leadsToObject(answer, rest))
      throw invalidRequest(`This property cannot be expanded (${path}).`, 'expand');
  }
}

function leadsToObject(from: ts.Type, steps: string[]): boolean {
  let currentType = from;
  let canExpand = false;
  for (const step of steps) {
    const property = partsOf(currentType)
      .filter(isObject)
      .map((part) => part.getProperty(step))
      .find((property) => property !== undefined);
    if (!property) return false;
    const type = checker.getTypeOfSymbol(property);
    const parts = partsOf(type).flatMap((part) =>
      checker.isArrayType(part) ? partsOf(elementOf(part)) : [part],
    );
    canExpand = includable.includes(step) || (parts.some(isText) && parts.some(isObject));
    const list = partsOf(type).find((part) => checker.isArrayType(part));
    currentType = list ? elementOf(list) : type;
  }
  return canExpand;
}
