import * as z from 'zod/mini'

/** A check as JSON schema; what only our own code can say (a real date, a control digit) is left out. */
export function jsonSchemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): { readonly [keyword: string]: unknown } {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return plain
}
