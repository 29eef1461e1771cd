/**
 * Schemas of declaration parts, shared by `structure.ts` and the options of field types in
 * `packages/schema/field-types/`.
 */
import * as z from 'zod/mini'
import type {
  CommonOptions,
  Computed,
  FormerChoices,
  SchemaShape,
  Translates,
} from '../field-type.ts'
import { isRealDate } from '../values/dates.ts'
import { choiceColors } from '../vocabulary.ts'
import { didYouMean } from './report.ts'

/** Current names of keywords that the declarations of earlier versions use. */
const renamedKeywords: { readonly [former: string]: readonly string[] } = {
  asks: ['extraFields'],
  asksPassword: ['requiresReauthentication'],
  beside: ['fallbackKey'],
  byServer: ['setByServer', 'hasServerCode'],
  creates: ['allowsCreate'],
  current: ['matchesSetting'],
  everyone: ['openToAllUsers'],
  exportAsksPassword: ['exportRequiresReauthentication'],
  fieldsOf: ['choicesAreFieldsOf'],
  gone: ['removedFields'],
  later: ['hiddenOnCreate'],
  map: ['existingValues', 'renamed', 'merged'],
  matches: ['regex'],
  means: ['valueForField'],
  ofUniversity: ['inUniversityLanguage'],
  open: ['variesByInstallation'],
  opens: ['defaultView'],
  quiet: ['hideFalse'],
  reckoned: ['expression'],
  said: ['displayAs'],
  shows: ['previewColumns'],
  single: ['singleton'],
  told: ['loadedMessage'],
  was: ['renamedFrom'],
}

const currentNames = (key: string) =>
  Object.hasOwn(renamedKeywords, key) ? (renamedKeywords[key] ?? []) : []

/** Whether earlier versions called the keyword by this name. */
export const isFormerKeyword = (key: string, keyword: string) => currentNames(key).includes(keyword)

/**
 * Returns a sentence that names the current or the most similar known keyword; an empty string if
 * there is none.
 */
export function suggestKeyword(key: string, known: readonly string[]): string {
  const current = currentNames(key).filter((name) => known.includes(name))
  return current.length === 0
    ? didYouMean(key, known)
    : `. It is now called "${current.join('" or "')}".`
}

/** An object with these properties and no others. */
export const strictShape = <T>(shape: SchemaShape<T>) =>
  z.strictObject<Record<string, z.ZodMiniType>>(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys
            .map((key) => `unknown property "${key}"${suggestKeyword(key, Object.keys(shape))}`)
            .join('\n')
        : undefined,
  })
export const optional = (schema: z.ZodMiniType) => z.optional(schema)
export const optionalRecord = (schema: z.ZodMiniType) => optional(z.record(z.string(), schema))
export const oneOf = (
  alternatives: string,
  ...schemas: readonly [z.ZodMiniType, z.ZodMiniType, ...z.ZodMiniType[]]
) => z.union(schemas, { error: `expected ${alternatives}` })

export const nameText = z.string()
export const nameTexts = z.array(nameText)
export const optionalSchemas = {
  name: optional(nameText),
  names: optional(nameTexts),
  number: optional(z.number()),
  flag: optional(z.literal(true)),
  /** A value of the field itself, checked separately. */
  value: optional(z.unknown()),
}
export const daySchema = z
  .string()
  .check(z.refine(isRealDate, 'expected a date such as 2026-02-28'))
export const choicesSchema = z.record(
  z.string(),
  strictShape<{ color?: unknown; icon?: unknown }>({
    color: optional(z.enum(choiceColors)),
    icon: optionalSchemas.name,
  }),
)

/** Schemas of `renamed` and `merged` of fields with choices. */
export const formerChoicesShape: SchemaShape<FormerChoices> = {
  renamed: optional(z.record(z.string(), z.string())),
  merged: optional(z.record(z.string(), z.nullable(z.string()))),
}

const otherwise = optional(z.union([z.string(), z.number(), z.boolean()]))
/** Schemas of `fill` as an object. */
const fillSchemas = [
  // `former-names.ts` checks the expression, which requires the fields that it reads.
  z.strictObject({ value: z.unknown(), otherwise }),
  z.strictObject({ before: z.string().check(z.minLength(1)), of: nameText, otherwise }),
  z.strictObject({ after: z.string().check(z.minLength(1)), of: nameText, otherwise }),
  z.strictObject({ find: nameText, by: nameText, of: nameText, otherwise }),
] as const

export const commonOptionsShape: SchemaShape<CommonOptions> = {
  optional: optionalSchemas.flag,
  unique: optionalSchemas.flag,
  // `structure.ts` replaces these with schemas of the application's roles.
  read: optionalSchemas.names,
  write: optionalSchemas.names,
  setByServer: optionalSchemas.flag,
  writeOnce: optionalSchemas.flag,
  hiddenOnCreate: optionalSchemas.flag,
  bulk: optional(z.literal(false)),
  // Names are checked when packs are joined. `computed.ts` checks expressions, which requires the
  // fields that they read.
  computed: optional(
    oneOf(
      'the name of a computed value or { value: … }',
      nameText,
      strictShape<Computed>({ value: z.unknown() }),
    ),
  ),
  requiresReauthentication: optionalSchemas.flag,
  // `structure.ts` replaces this with a schema of the application's powers.
  power: optionalSchemas.name,
  // Names of components are checked when packs are joined.
  input: optionalSchemas.name,
  display: optionalSchemas.name,
  cell: optionalSchemas.name,
  renamedFrom: optional(oneOf('a name or a list of names', nameText, nameTexts)),
  fill: optional(
    z.union([z.string(), z.number(), z.boolean(), ...fillSchemas], {
      error:
        'expected a value, { value: … }, { before: …, of: … }, { after: …, of: … } or { find: …, by: …, of: … }',
    }),
  ),
  existingValues: optional(z.enum(['nearest', 'truncate', 'asIs'])),
}

/** Options of text fields that can be translated. */
export const translationOptionsShape: SchemaShape<{ translated?: true; translates?: Translates }> =
  {
    translated: optionalSchemas.flag,
    translates: optional(strictShape<Translates>({ field: nameText, language: nameText })),
  }
