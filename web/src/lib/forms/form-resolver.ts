import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';

/**
 * Returns the function that validates a form by a schema. It gives what the schema makes of the
 * values.
 *
 * The schema must accept every value of the form. `zodResolver` itself wants the values to be all
 * that the schema accepts, but a form has text where a body may also be without a field.
 */
export const formResolver =
  <Values extends FieldValues>() =>
  <Schema extends z.ZodType>(
    schema: Values extends z.input<Schema> ? Schema : never,
  ): Resolver<Values, unknown, z.output<Schema>> =>
    zodResolver(schema as z.ZodType<z.output<Schema>, Values>);
