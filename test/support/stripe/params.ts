import type ts from 'typescript';
import { invalidRequest } from './refusal.js';
import {
  checker,
  elementOf,
  isDecimal,
  isNull,
  isNumber,
  isObject,
  isOptional,
  isText,
  isTruth,
  partsOf,
  saysOf,
  valuesOf,
  type Call,
} from './types.js';

export type Params = Record<string, unknown>;

/**
 * Converts the texts of a form to the types of the parameters: numbers, booleans and lists.
 * @throws StripeRefusal for parameters that the types do not allow, at any depth
 */
export function readParams({ params }: Call, form: Params): Params {
  if (params) return readObject(params, form, '');
  const [name] = Object.keys(form);
  if (name !== undefined) throw unknownParameter(name);
  return {};
}

const unknownParameter = (path: string) =>
  invalidRequest(`Received unknown parameter: ${path}`, path, 'parameter_unknown');
const inside = (path: string, key: string | number) =>
  path === '' ? String(key) : `${path}[${key}]`;

function readObject(type: ts.Type, value: Params, path: string): Params {
  const read: Params = {};
  const indexType = checker.getIndexInfosOfType(type)[0]?.type;
  for (const [key, inner] of Object.entries(value)) {
    const property = type.getProperty(key);
    if (!property && !indexType) throw unknownParameter(inside(path, key));
    read[key] = readValue(
      property ? checker.getTypeOfSymbol(property) : indexType!,
      inner,
      inside(path, key),
      property && saysOf(property),
    );
  }
  for (const property of type.getProperties()) {
    if (!isOptional(property) && !(property.name in value))
      throw invalidRequest(
        `Missing required param: ${inside(path, property.name)}.`,
        inside(path, property.name),
        'parameter_missing',
      );
  }
  return read;
}

/** @param says the documentation of the parameter */
function readValue(type: ts.Type, value: unknown, path: string, says = ''): unknown {
  const parts = partsOf(type);
  if (typeof value === 'string') return readText(parts, value, path, says);
  const list = parts.find((part) => checker.isArrayType(part));
  if (Array.isArray(value)) {
    if (!list) throw invalidRequest(`Invalid array: ${path}`, path);
    return value.map((inner, index) => readValue(elementOf(list), inner, inside(path, index)));
  }
  const object = parts.find(isObject);
  if (!object)
    throw invalidRequest(
      list ? `Invalid array: ${path}` : `Invalid ${path}: a hash was given`,
      path,
    );
  return readObject(object, value as Params, path);
}

function readText(parts: ts.Type[], text: string, path: string, says: string): unknown {
  const values = valuesOf(parts);
  if (values.includes(text)) return text;
  if (text === '' && parts.some(isNull)) return text;
  if (parts.some(isTruth) && /^(true|false)$/.test(text)) return text === 'true';
  if (parts.some(isNumber) && /^-?\d+(\.\d+)?$/.test(text))
    return readNumber(Number(text), path, says);
  if (parts.some(isDecimal) && /^-?\d+(\.\d+)?$/.test(text)) return text;
  if (parts.some(isText)) return text;
  const options = values.filter((value) => value !== '');
  throw invalidRequest(
    options.length > 0
      ? `Invalid ${path}: must be one of ${options.join(', ')}`
      : `Invalid ${path}: ${text}`,
    path,
  );
}

/** Checks a number: only percentages may have a fraction, and times must be within a century. */
function readNumber(value: number, path: string, says: string): number {
  if (!/percent/.test(path) && !Number.isInteger(value))
    throw invalidRequest(`Invalid integer: ${value}`, path, 'parameter_invalid_integer');
  if (/timestamp/i.test(says) && (value < 0 || value > 4_102_444_800))
    throw invalidRequest(`Invalid timestamp: ${value}`, path);
  return value;
}
