/** Schemas of declaration parts, shared by `words.ts` and the options of field types in `kinds/`. */
import * as z from 'zod/mini'
import type { CommonOptions, Computed, FormerChoices, Translates, Words } from '../kind.ts'
import { isRealDate } from '../values/dates.ts'
import { choiceColors, declaredPowers, iconNames, languages, roles } from '../vocabulary.ts'
import { meant } from './report.ts'

/** An object with these properties and no others. */
export const part = <T>(words: Words<T>) =>
  z.strictObject<Record<string, z.ZodMiniType>>(words, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => `has the unknown word ${key}${meant(key, Object.keys(words))}`).join('\n')
        : undefined,
  })
export const optional = (schema: z.ZodMiniType) => z.optional(schema)
export const byName = (schema: z.ZodMiniType) => optional(z.record(z.string(), schema))
export const oneOf = (said: string, ...schemas: readonly [z.ZodMiniType, z.ZodMiniType, ...z.ZodMiniType[]]) =>
  z.union(schemas, { error: `is neither ${said}` })

export const name = z.string()
export const names = z.array(name)
export const maybe = {
  name: optional(name),
  names: optional(names),
  number: optional(z.number()),
  mark: optional(z.literal(true)),
  /** A value of the field itself, checked separately. */
  value: optional(z.unknown()),
}
export const someRoles = z.array(z.enum(roles))
export const day = z.string().check(z.refine(isRealDate, 'is no day, such as 2026-02-28'))
export const choices = z.record(
  z.string(),
  part<{ color?: unknown; icon?: unknown }>({ color: optional(z.enum(choiceColors)), icon: optional(z.enum(iconNames)) }),
)

/** Schemas of `renamed` and `merged` of fields with choices. */
export const formerChoices: Words<FormerChoices> = {
  renamed: optional(z.record(z.string(), z.string())),
  merged: optional(z.record(z.string(), z.nullable(z.string()))),
}

const otherwise = optional(z.union([z.string(), z.number(), z.boolean()]))
/** Schemas of `fill` as an object. */
const fills = [
  // `changes.ts` checks the expression, which requires the fields that it reads.
  z.strictObject({ value: z.unknown(), otherwise }),
  z.strictObject({ before: z.string().check(z.minLength(1)), of: name, otherwise }),
  z.strictObject({ after: z.string().check(z.minLength(1)), of: name, otherwise }),
  z.strictObject({ find: name, by: name, of: name, otherwise }),
] as const

export const common: Words<CommonOptions> = {
  optional: maybe.mark,
  unique: maybe.mark,
  read: optional(someRoles),
  write: optional(someRoles),
  byServer: maybe.mark,
  writeOnce: maybe.mark,
  later: maybe.mark,
  bulk: optional(z.literal(false)),
  // Names are checked when packs are joined. `computed.ts` checks expressions, which requires the fields that they read.
  computed: optional(oneOf('the name of a computed value nor { value: … }', name, part<Computed>({ value: z.unknown() }))),
  asksPassword: maybe.mark,
  power: optional(z.enum(declaredPowers)),
  // Names of components are checked when packs are joined.
  input: maybe.name,
  display: maybe.name,
  cell: maybe.name,
  was: optional(oneOf('a name nor a list of names', name, names)),
  fill: optional(
    z.union([z.string(), z.number(), z.boolean(), ...fills], {
      error: 'is neither a value, nor { value: … }, nor { before or after: …, of: … }, nor { find: …, by: …, of: … }',
    }),
  ),
  map: optional(
    oneOf(
      "'nearest', 'cut' or 'asIs', nor a value by value",
      z.enum(['nearest', 'cut', 'asIs']),
      z.record(z.string(), z.nullable(z.string())),
    ),
  ),
}

/** Options of text fields that can be translated. */
export const inLanguages: Words<{ translated?: true; translates?: Translates }> = {
  translated: maybe.mark,
  translates: optional(part<Translates>({ field: name, language: z.enum(languages) })),
}
