/**
 * Expressions: formulas over a record's fields, as data. Arithmetic is exact, dates follow the
 * calendar, texts are joined. The same expression is evaluated here (`evaluate.ts`) and in SQL
 * (`packages/server/sql/expression-sql.ts`), and property-based tests check that both give the same
 * results. `print.ts` and `parse.ts` convert expressions to and from text; `describe.ts` explains
 * them in words.
 *
 * An absent value makes the whole expression absent, except in `min`, `max`, `first` and `join`,
 * which skip it. A division by zero and a date outside the supported calendar are absent too.
 */

/** A span of time to add to or subtract from a date. Decimals of its count are truncated. */
export type Span<Name extends string = string> =
  | { readonly years: Expression<Name> }
  | { readonly months: Expression<Name> }
  | { readonly days: Expression<Name> }

type Several<Name extends string> = readonly [Expression<Name>, ...Expression<Name>[]]

export type Expression<Name extends string = string> =
  /** A field's value; `reference.field` is a field of the referenced record. */
  | Name
  | number
  | { readonly text: string }
  /** Today in the university's time zone. */
  | { readonly date: 'today' }
  /**
   * Numbers, or a date followed by spans. One month after the 31st is the last day of the next
   * month.
   */
  | { readonly add: readonly [Expression<Name>, ...(Expression<Name> | Span<Name>)[]] }
  /** Two numbers; two dates, which yields the days between them; or a date minus a span. */
  | { readonly subtract: readonly [Expression<Name>, Expression<Name> | Span<Name>] }
  | { readonly multiply: Several<Name> }
  | { readonly divide: readonly [Expression<Name>, Expression<Name>] }
  | { readonly min: Several<Name> }
  | { readonly max: Several<Name> }
  /** Rounds half away from 0. */
  | { readonly round: Expression<Name>; readonly decimals: number }
  /** Truncates towards 0. */
  | { readonly cut: Expression<Name>; readonly decimals: number }
  /** The first value that is not absent. */
  | { readonly first: Several<Name> }
  /** Joins the texts that are not absent, separated by `by`. */
  | { readonly join: Several<Name>; readonly by: string }
  /**
   * The number of child rows of a `many` field, and the sum of one of their fields. 0 if there are
   * none. Inactive rows do not count.
   */
  | { readonly count: Name }
  | { readonly sum: `${Name}.${string}` }

/**
 * Maximum number of parts. It is far above what expressions need in practice, and low enough to
 * keep queries cheap.
 */
export const maxParts = 100
export const maxDepth = 20
/** Maximum number of decimals of constants and of rounding. */
export const maxDecimals = 12

type Part = Expression | Span
export const spanUnits = ['years', 'months', 'days'] as const
export type SpanUnit = (typeof spanUnits)[number]

/** The unit and count of a span; undefined for any other part. */
export function spanOf(part: Part): readonly [unit: SpanUnit, count: Expression] | undefined {
  if (typeof part !== 'object') return undefined
  const unit = spanUnits.find((one) => one in part)
  // A span has its count under the name of its unit.
  return unit && [unit, (part as Record<SpanUnit, Expression>)[unit]]
}

/** Operators with several operands. */
export const functionNames = [
  'add',
  'subtract',
  'multiply',
  'divide',
  'min',
  'max',
  'first',
  'join',
] as const
export type FunctionName = (typeof functionNames)[number]

/** Operator and operands of an expression with several operands; undefined for any other. */
export function functionCallOf(
  part: Part,
): readonly [word: FunctionName, parts: readonly Part[]] | undefined {
  if (typeof part !== 'object') return undefined
  const word = functionNames.find((one) => one in part)
  return word && [word, (part as unknown as Record<FunctionName, readonly Part[]>)[word]]
}

/** The direct operands of a part, in order. */
export function operandsOf(part: Part): readonly Part[] {
  if (typeof part !== 'object') return []
  const span = spanOf(part)
  if (span) return [span[1]]
  if ('round' in part) return [part.round]
  if ('cut' in part) return [part.cut]
  return functionCallOf(part)?.[1] ?? []
}

/** Child rows that an expression reads, and the field that it sums; null if it counts them. */
export interface ChildRowsRead {
  readonly rows: string
  readonly field: string | null
}

/** The child rows that this part reads; undefined if it is not `count` or `sum`. */
export function childRowsOf(part: Part): ChildRowsRead | undefined {
  if (typeof part !== 'object') return undefined
  if ('count' in part) return { rows: part.count, field: null }
  if (!('sum' in part)) return undefined
  const [rows = '', ...field] = part.sum.split('.')
  return { rows, field: field.join('.') }
}

/** All child rows that an expression reads. */
export function childRowsIn(expression: Part): ChildRowsRead[] {
  const own = childRowsOf(expression)
  return own ? [own] : operandsOf(expression).flatMap(childRowsIn)
}

/** The fields that an expression reads, without duplicates, in order of appearance. */
export function fieldsInExpression(expression: Part): string[] {
  const found = new Set<string>()
  const walk = (part: Part) => {
    if (typeof part === 'string') found.add(part)
    for (const each of operandsOf(part)) walk(each)
  }
  walk(expression)
  return [...found]
}
