import type { z } from 'zod';

/** The type of a property in JSON. */
type Plain<Value> = Value extends Date ? string : Value extends undefined ? null : Value;

/** The fields for which the entity has no property of the same name and type. */
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
 * Returns an entity in the form of a schema. Each field is the entity's property of the same name,
 * unless `otherFields` contains the field. An absent property becomes null, and a Date its text in
 * ISO 8601. The type check requires `otherFields` to contain all fields that the entity does not
 * have.
 */
export function serializeEntity<Shape extends z.ZodRawShape, Entity extends object>(
  schema: z.ZodObject<Shape>,
  entity: Entity,
  otherFields: Pick<z.output<z.ZodObject<Shape>>, Others<Entity, z.output<z.ZodObject<Shape>>>> &
    Partial<z.output<z.ZodObject<Shape>>>,
): z.output<z.ZodObject<Shape>> {
  const otherValues: Record<string, unknown> = otherFields;
  const properties = entity as Record<string, unknown>;
  const valueOf = (name: string) =>
    plain(name in otherValues ? otherValues[name] : properties[name]);
  return Object.fromEntries(
    Object.keys(schema.shape).map((name) => [name, valueOf(name)]),
  ) as z.output<z.ZodObject<Shape>>;
}
