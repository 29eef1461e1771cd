/**
 * Values reckoned from a record's fields, as data: numbers exactly, days by the calendar, texts joined. The same expression
 * is evaluated here (`evaluate.ts`) and in SQL (`server/engine/sql/expression-sql.ts`), which random tests hold to the same
 * answers; is written and read as text (`print.ts`, `parse.ts`); and is said in words (`words.ts`).
 *
 * A value that is not there makes the whole have none, but for `min`, `max`, `first` and `join`, which pass over it. So
 * does a division by nothing, and a day outside the calendar of the program.
 */

/** A span of the calendar: to be added to a day, or taken from it. What its count has behind the point is cut. */
export type Span<Name extends string = string> =
  | { readonly years: Expression<Name> }
  | { readonly months: Expression<Name> }
  | { readonly days: Expression<Name> }

type Several<Name extends string> = readonly [Expression<Name>, ...Expression<Name>[]]

export type Expression<Name extends string = string> =
  /** A field's value; `reference.field` is that of the record which the reference names. */
  | Name
  | number
  | { readonly text: string }
  /** Today by the university's calendar. */
  | { readonly date: 'today' }
  /** Numbers; or a day and spans, one after the other. The 31st and a month is the last day of the next. */
  | { readonly add: readonly [Expression<Name>, ...(Expression<Name> | Span<Name>)[]] }
  /** Two numbers; two days, which leave the number of days between them; or a day less a span. */
  | { readonly subtract: readonly [Expression<Name>, Expression<Name> | Span<Name>] }
  | { readonly multiply: Several<Name> }
  | { readonly divide: readonly [Expression<Name>, Expression<Name>] }
  | { readonly min: Several<Name> }
  | { readonly max: Several<Name> }
  /** Half away from 0. */
  | { readonly round: Expression<Name>; readonly decimals: number }
  /** Towards 0. */
  | { readonly cut: Expression<Name>; readonly decimals: number }
  /** The first that is there. */
  | { readonly first: Several<Name> }
  /** Texts that are there, with `by` between them. */
  | { readonly join: Several<Name>; readonly by: string }
  /** Number of rows that a `many` field leads to, and the sum of one of their fields: 0 where there are none. Those set aside are none. */
  | { readonly count: Name }
  | { readonly sum: `${Name}.${string}` }

/** Most parts of an expression: what people write is far below it, and what would keep a database busy above. */
export const maxParts = 100
/** Deepest nesting. */
export const maxDepth = 20
/** Most decimals that are kept or rounded to. */
export const maxDecimals = 12

type Part = Expression | Span
export const spanUnits = ['years', 'months', 'days'] as const
export type SpanUnit = (typeof spanUnits)[number]

/** The unit of a span and its count; undefined for any other part. */
export function spanOf(part: Part): readonly [unit: SpanUnit, count: Expression] | undefined {
  if (typeof part !== 'object') return undefined
  const unit = spanUnits.find((one) => one in part)
  // A span holds the count under its unit.
  return unit && [unit, (part as Record<SpanUnit, Expression>)[unit]]
}

/** Words of the language that stand for several parts. */
export const manyWords = ['add', 'subtract', 'multiply', 'divide', 'min', 'max', 'first', 'join'] as const
export type ManyWord = (typeof manyWords)[number]

/** The word that joins several parts, and those; undefined for any other expression. */
export function manyOf(part: Part): readonly [word: ManyWord, parts: readonly Part[]] | undefined {
  if (typeof part !== 'object') return undefined
  const word = manyWords.find((one) => one in part)
  return word && [word, (part as unknown as Record<ManyWord, readonly Part[]>)[word]]
}

/** The parts that a part is made of, in their order. */
export function partsOf(part: Part): readonly Part[] {
  if (typeof part !== 'object') return []
  const span = spanOf(part)
  if (span) return [span[1]]
  if ('round' in part) return [part.round]
  if ('cut' in part) return [part.cut]
  return manyOf(part)?.[1] ?? []
}

/** Rows that an expression counts or sums, and what of each: a field, or nothing where they are counted. */
export interface RowsRead {
  readonly rows: string
  readonly field: string | null
}

/** The rows that a part counts or sums; undefined for any other part. */
export function rowsOf(part: Part): RowsRead | undefined {
  if (typeof part !== 'object') return undefined
  if ('count' in part) return { rows: part.count, field: null }
  if (!('sum' in part)) return undefined
  const [rows = '', ...field] = part.sum.split('.')
  return { rows, field: field.join('.') }
}

/** All rows that an expression counts or sums. */
export function rowsIn(expression: Part): RowsRead[] {
  const own = rowsOf(expression)
  return own ? [own] : partsOf(expression).flatMap(rowsIn)
}

/** The fields that an expression reads, each once, in the order in which they come. */
export function fieldsOf(expression: Part): string[] {
  const found = new Set<string>()
  const walk = (part: Part) => {
    if (typeof part === 'string') found.add(part)
    for (const each of partsOf(part)) walk(each)
  }
  walk(expression)
  return [...found]
}
