import type { z } from 'zod';

/** A property as JSON has it. */
type Plain<Value> = Value extends Date ? string : Value extends undefined ? null : Value;

/** The fields that the entity's property of the same name does not give: there is none, or it has another type. */
type Others<Entity, Shown> = {
  [Name in keyof Shown]: Name extends keyof Entity
    ? Plain<Entity[Name]> extends Shown[Name]
      ? never
      : Name
    : Name;
}[keyof Shown];

const plain = (value: unknown): unknown =>
  value instanceof Date ? value.toISOString() : (value ?? null);

/**
 * Returns an entity as a schema describes it: each field of the schema is the entity's property of the same name, unless
 * `others` has it. An absent property becomes null, and a Date its text in ISO 8601. The type check asks for every
 * field in `others` that the entity does not have.
 */
export function shownAs<Shape extends z.ZodRawShape, Entity extends object>(
  schema: z.ZodObject<Shape>,
  entity: Entity,
  others: Pick<z.output<z.ZodObject<Shape>>, Others<Entity, z.output<z.ZodObject<Shape>>>> &
    Partial<z.output<z.ZodObject<Shape>>>,
): z.output<z.ZodObject<Shape>> {
  const given: Record<string, unknown> = others;
  const properties = entity as Record<string, unknown>;
  const valueOf = (name: string) => plain(name in given ? given[name] : properties[name]);
  return Object.fromEntries(
    Object.keys(schema.shape).map((name) => [name, valueOf(name)]),
  ) as z.output<z.ZodObject<Shape>>;
}
