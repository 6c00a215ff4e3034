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
 * Returns the function that validates a form by a schema. It gives what the schema makes of the
 * values.
 *
 * The schema must accept every value of the form, and the form must have every field of the schema.
 * A form that replaces a whole item would otherwise delete the value of a field that it lacks. Omit
 * a field from the schema if the form leaves it out on purpose.
 *
 * `zodResolver` itself wants the values to be all that the schema accepts, but a form has text where
 * a body may also be without a field.
 */
export const formResolver =
  <Values extends FieldValues>() =>
  <Schema extends z.ZodType>(
    schema: WithEveryField<Values, Schema>,
  ): Resolver<Values, unknown, z.output<Schema>> =>
    zodResolver(schema as z.ZodType<z.output<Schema>, Values>);
