/** One line of text, with an optional named or declared pattern. */
import * as z from 'zod/mini'
import { common, inLanguages, maybe, name, optional, part } from '#model/checks/shape.ts'
import { type Base, type CommonOptions, type Kind, made, type Only, type Translates } from '#model/kind.ts'
import { must, textOf } from '#model/value-schemas.ts'
import { isLegibleOn } from '#model/values/contrast.ts'
import { isAcademicYear } from '#model/values/dates.ts'
import { tidyText } from '#model/values/folding.ts'
import { isIban } from '#model/values/iban.ts'
import { hasShape, patternFault, shapeKey, wholePattern } from '#model/values/own-pattern.ts'
import { type PatternName, patterns, tidiers } from '#model/values/patterns.ts'
import { isRuinedNumber } from '#model/values/ruined-number.ts'

export interface TextOptions extends CommonOptions {
  readonly max: number
  readonly min?: number
  readonly pattern?: PatternName
  /** For a postal code: the field with the country, which determines the format (`values/postal-code.ts`). */
  readonly countryField?: string
  /** A regular expression for the whole text, if there is no named pattern (`own-pattern.ts`). `example` must match it. */
  readonly matches?: string
  readonly default?: string
  /** The text is a code that is shown in words: the weekly hours of a class (`values/hours.ts`). */
  readonly said?: 'hours'
  /** The value is for the field of `resource` that is named in `field`. Entered and shown like that field, but stored as text. */
  readonly means?: { readonly resource: string; readonly field: string }
  /** If a new record has no value, a short unique code is derived from this field (`derived-code.ts`). */
  readonly derivedFrom?: string
  /** Stored encrypted. Search only finds exact matches, and only the last three characters are shown, as for `nationalId`. */
  readonly encrypted?: true
  /** A value for import templates, if neither the label nor the pattern provides one. */
  readonly example?: string
  /** Written only in the university's language. Readers of other languages see a note about it. */
  readonly ofUniversity?: true
  /** The university's wording; each language has an optional translation (`translations.ts`). */
  readonly translated?: true
  /** Set by the program on the translation of a `translated` field. */
  readonly translates?: Translates
}
type Spec = Base<'text', TextOptions>

/** Checks in addition to the pattern. */
const demands: { readonly [P in PatternName]?: { readonly holds: (text: string) => boolean; readonly code: string } } = {
  academicYear: { holds: isAcademicYear, code: 'text.academicYear' },
  iban: { holds: isIban, code: 'text.iban' },
  colorOnLight: { holds: (color) => isLegibleOn('light', color), code: 'color.tooPale' },
  colorOnDark: { holds: (color) => isLegibleOn('dark', color), code: 'color.tooDark' },
}

const examples: { readonly [P in PatternName]: string } = {
  personName: 'Popescu',
  accountName: 'Ana Popescu',
  postalCode: '400001',
  code: 'EX-1',
  username: 'ana.popescu',
  academicYear: '2026-2027',
  time: '08:00',
  documentNumber: 'CJ482913',
  country: 'RO',
  iban: 'RO49AAAA1B31007593840000',
  colorOnLight: '#1f4a7a',
  colorOnDark: '#8db8ee',
  website: 'https://www.univ.ro',
}

const shapeOf = ({ matches, max }: TextOptions) => (matches === undefined ? {} : { shape: wholePattern(matches, max) })

const make = <const O extends TextOptions>(options: Only<O, TextOptions>) => made<Base<'text', O>, string>({ kind: 'text', options })

export const text: Kind<Spec, typeof make> = {
  make,
  options: {
    ...common,
    max: z.number(),
    min: maybe.number,
    pattern: optional(z.enum(Object.keys(patterns))),
    countryField: maybe.name,
    matches: optional(z.string()),
    default: maybe.value,
    said: optional(z.literal('hours')),
    means: optional(part<NonNullable<TextOptions['means']>>({ resource: name, field: name })),
    derivedFrom: maybe.name,
    encrypted: maybe.mark,
    example: optional(z.string()),
    ofUniversity: maybe.mark,
    ...inLanguages,
  },
  family: 'text',
  traits: ['column', 'order', 'whole', 'unique', 'letters'],
  edits: ['set', 'replace'],
  column: ({ options }) => (options.encrypted ? { type: 'text' } : { type: 'text', check: { length: options.max }, ...shapeOf(options) }),
  schema({ options }, place) {
    const tidy = options.pattern ? (tidiers[options.pattern] ?? tidyText) : tidyText
    const plain = textOf(options.min ?? 1, options.max, tidy).check(must((value) => !isRuinedNumber(value), 'text.ruined'))
    const { matches, max, example = '' } = options
    if (matches !== undefined) {
      const code = place ? shapeKey(place.resource, place.name) : 'text.matches'
      return plain.check(must((value) => hasShape(value, matches, max), code, { example }))
    }
    if (!options.pattern) return plain
    const { pattern } = options
    const shaped = plain.check(must((value) => patterns[pattern].test(value), `text.${pattern}`))
    const demand = demands[pattern]
    return demand ? shaped.check(must(demand.holds, demand.code)) : shaped
  },
  sample: { field: make({ max: 40, optional: true }), values: ['Albă', 'Zăpadă; "nouă"'], refused: ['x'.repeat(41), 'text.tooLong'] },
  example: ({ options: { example, pattern, max, min = 1 } }, label) =>
    example ?? (pattern ? examples[pattern] : label.slice(0, max).padEnd(min, '.')),
  check({ options }, { resource, name, fail }) {
    const { matches, max, example, pattern } = options
    const fault = matches === undefined ? undefined : patternFault(matches, max)
    if (fault) fail(`has an expression that ${fault}`, 'matches')
    else if (matches !== undefined) {
      if (pattern) fail(`has the pattern ${pattern} as well, and a text has one shape`, 'matches')
      if (example === undefined) fail('needs an example, which people are shown', 'matches')
      else if (!hasShape(example, matches, max) || example.length > max) fail(`does not let its own example ${example} through`, 'matches')
    }
    if (options.countryField !== undefined && resource.fields[options.countryField]?.kind !== 'text')
      fail(`takes its country from ${options.countryField}, which is no text`)
    if (options.derivedFrom === undefined) return
    if (resource.fields[options.derivedFrom]?.kind !== 'text') fail(`is derived from ${options.derivedFrom}, which is no text`)
    if (!options.unique && !resource.unique?.some((group) => group.includes(name))) fail('is derived, so it must be unique')
  },
}
