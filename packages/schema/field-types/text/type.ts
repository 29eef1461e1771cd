/** One line of text, with an optional named or declared pattern. */

import * as z from 'zod/mini'
import {
  commonOptionsShape,
  nameText,
  optional,
  optionalSchemas,
  strictShape,
  translationOptionsShape,
} from '../../checks/shape.ts'
import {
  type BaseSpec,
  type CommonOptions,
  type FieldType,
  type KnownKeysOnly,
  type Translates,
  typedSpec,
} from '../../field-type.ts'
import type { TextFormat, TextFormatName } from '../../text-format.ts'
import { refineWithCode, textSchema } from '../../value-schemas.ts'
import {
  anchoredPattern,
  findPatternMistake,
  matchesPattern,
  shapeKey,
} from '../../values/declared-pattern.ts'
import { normalizeText } from '../../values/folding.ts'
import { isMangledNumber } from '../../values/mangled-number.ts'
import { type PatternName, patterns, type TextPattern } from '../../values/patterns.ts'

export interface TextOptions extends CommonOptions {
  readonly max: number
  readonly min?: number
  readonly pattern?: PatternName
  /**
   * For a postal code: the field with the country, which determines the format
   * (`values/postal-code.ts`).
   */
  readonly countryField?: string
  /**
   * A regular expression for the whole text, if there is no named pattern (`declared-pattern.ts`).
   * `example` must match it.
   */
  readonly regex?: string
  readonly default?: string
  /** The text is a code that users see in words. */
  readonly displayAs?: TextFormatName
  /**
   * The value is for a field of `resource`, whose name is the value of `field` in the same record.
   * It is entered and shown like that field, but stored as text.
   */
  readonly valueForField?: { readonly resource: string; readonly field: string }
  /**
   * If a new record has no value, a short unique code is derived from this field
   * (`derived-code.ts`).
   */
  readonly derivedFrom?: string
  /**
   * Stored encrypted. Search only finds exact matches, and only the last three characters are
   * shown.
   */
  readonly encrypted?: true
  /** A value for import templates, if neither the label nor the pattern provides one. */
  readonly example?: string
  /** Written only in the university's language. Readers of other languages see a note about it. */
  readonly inUniversityLanguage?: true
  /** The text of the university; each language has an optional translation (`translations.ts`). */
  readonly translated?: true
  /** Set by the program on the translation of a `translated` field. */
  readonly translates?: Translates
}
type Spec = BaseSpec<'text', TextOptions>

/** The patterns and formats that the options `pattern` and `displayAs` can name. */
export interface TextVocabulary {
  readonly patterns: { readonly [name: string]: TextPattern }
  readonly formats: { readonly [name: string]: TextFormat }
}

const shapeOf = ({ regex, max }: TextOptions) =>
  regex === undefined ? {} : { shape: anchoredPattern(regex, max) }

const make = <const O extends TextOptions>(options: KnownKeysOnly<O, TextOptions>) =>
  typedSpec<BaseSpec<'text', O>, string>({ type: 'text', options })

/**
 * Creates the field type of an application whose declarations can name its own patterns and
 * formats.
 */
export function createText(
  own: Partial<TextVocabulary> = {},
): FieldType<Spec, typeof make> & TextVocabulary {
  const vocabulary: TextVocabulary = {
    patterns: { ...patterns, ...own.patterns },
    formats: own.formats ?? {},
  }
  return { ...textWith(vocabulary), ...vocabulary }
}

const textWith = (vocabulary: TextVocabulary): FieldType<Spec, typeof make> => ({
  make,
  options: {
    ...commonOptionsShape,
    max: z.number(),
    min: optionalSchemas.number,
    pattern: optional(z.enum(Object.keys(vocabulary.patterns))),
    countryField: optionalSchemas.name,
    regex: optional(z.string()),
    default: optionalSchemas.value,
    displayAs: optional(z.enum(Object.keys(vocabulary.formats))),
    valueForField: optional(
      strictShape<NonNullable<TextOptions['valueForField']>>({
        resource: nameText,
        field: nameText,
      }),
    ),
    derivedFrom: optionalSchemas.name,
    encrypted: optionalSchemas.flag,
    example: optional(z.string()),
    inUniversityLanguage: optionalSchemas.flag,
    ...translationOptionsShape,
  },
  family: 'text',
  traits: ['listColumn', 'sortable', 'restorable', 'unique', 'caseInsensitive'],
  edits: ['set', 'replace'],
  column: ({ options }) =>
    options.encrypted
      ? { type: 'text' }
      : { type: 'text', check: { length: options.max }, ...shapeOf(options) },
  schema({ options }, field) {
    const pattern = options.pattern === undefined ? undefined : vocabulary.patterns[options.pattern]
    const normalize = pattern?.normalize ?? normalizeText
    const plain = textSchema(options.min ?? 1, options.max, normalize).check(
      refineWithCode((value) => !isMangledNumber(value), 'text.ruined'),
    )
    const { regex, max, example = '' } = options
    if (regex !== undefined) {
      const code = field ? shapeKey(field.resource, field.name) : 'text.matches'
      return plain.check(
        refineWithCode((value) => matchesPattern(value, regex, max), code, { example }),
      )
    }
    if (!pattern) return plain
    const code = `text.${options.pattern}`
    const patternSchema = plain.check(refineWithCode((value) => pattern.regex.test(value), code))
    return pattern.check
      ? patternSchema.check(refineWithCode(pattern.check.holds, pattern.check.code ?? code))
      : patternSchema
  },
  sample: {
    field: make({ max: 40, optional: true }),
    values: ['Albă', 'Zăpadă; "nouă"'],
    refused: ['x'.repeat(41), 'text.tooLong'],
  },
  example: ({ options: { example, pattern, max, min = 1 } }, label) =>
    example ??
    (pattern && vocabulary.patterns[pattern]?.example) ??
    label.slice(0, max).padEnd(min, '.'),
  check({ options }, { resource, name, fail }) {
    const { regex, max, example, pattern } = options
    const mistake = regex === undefined ? undefined : findPatternMistake(regex, max)
    if (mistake) fail(`invalid pattern: ${mistake}`, 'regex')
    else if (regex !== undefined) {
      if (pattern)
        fail(`cannot be combined with the pattern "${pattern}". Remove one of the two.`, 'regex')
      if (example === undefined) fail('requires the option example, which users are shown', 'regex')
      else if (!matchesPattern(example, regex, max) || example.length > max)
        fail(`does not match its own example "${example}"`, 'regex')
    }
    if (
      options.countryField !== undefined &&
      resource.fields[options.countryField]?.type !== 'text'
    )
      fail(`country field "${options.countryField}" is not text`)
    if (options.derivedFrom === undefined) return
    if (resource.fields[options.derivedFrom]?.type !== 'text')
      fail(`derived from "${options.derivedFrom}", which is not text`)
    if (!options.unique && !resource.unique?.some((group) => group.includes(name)))
      fail('a derived field must be unique')
  },
})

export const text = createText()
