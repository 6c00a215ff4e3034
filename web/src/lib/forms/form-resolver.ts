import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';

/** Refuses a form that lacks a field of the schema, even one that a body may lack. */
type WithEveryField<Values, Schema extends z.ZodType> =
  Values extends z.input<Schema>
    ? keyof z.input<Schema> extends keyof Values
      ? Schema
      : never
    : never;

/**
 * Returns a resolver that validates a form by a schema. It returns the output of the schema.
 *
 * The schema must accept every value of the form, and the form must have every field of the schema.
 * Otherwise a form that replaces a whole item would delete the value of a field that it lacks. Omit
 * a field from the schema if the form leaves it out on purpose.
 *
 * `zodResolver` itself requires that the form has exactly the input type of the schema. Here a form
 * may have text where a body may also omit the field.
 */
export const formResolver =
  <Values extends FieldValues>() =>
  <Schema extends z.ZodType>(
    schema: WithEveryField<Values, Schema>,
  ): Resolver<Values, unknown, z.output<Schema>> =>
    zodResolver(schema as z.ZodType<z.output<Schema>, Values>);
