/** Evaluates an expression for one record. */
import { isRealDate, today } from '../values/dates.ts'
import { compared, cut, type Decimal, decimalNumber, decimalOf, negative, over, plus, round, times } from './decimal.ts'
import { type Expression, type ManyWord, manyOf, rowsOf, type Span, type SpanUnit, spanOf } from './expression.ts'

/** Values by field: numbers, exact decimals, dates and texts. */
export interface Reckoned {
  readonly [field: string]: unknown
}
/** A number, a date or a text; null if absent. */
export type Value = Decimal | string | null

export interface Moment {
  readonly now?: Date
}

export const isDecimal = (value: unknown): value is Decimal => typeof value === 'object' && value !== null && 'units' in value

function valueIn(held: unknown): Value {
  if (typeof held === 'number') return decimalOf(held)
  if (isDecimal(held)) return held
  return typeof held === 'string' ? held : null
}

/** The exact value of an expression. The expression must have passed `checkExpression` for the record's fields. */
export function evaluateExpression(expression: Expression, record: Reckoned, moment: Moment = {}): Value {
  const value = (part: Expression | Span) => evaluateExpression(part as Expression, record, moment) // spans are handled separately
  if (typeof expression === 'string') return valueIn(record[expression])
  if (typeof expression === 'number') return decimalOf(expression)
  if ('text' in expression) return expression.text
  if ('date' in expression) return today(moment.now ?? new Date())
  if ('round' in expression) return ofNumber(value(expression.round), (number) => round(number, expression.decimals))
  if ('cut' in expression) return ofNumber(value(expression.cut), (number) => cut(number, expression.decimals))
  if ('join' in expression) {
    const texts = expression.join.map(value).filter((text) => typeof text === 'string')
    return texts.join(expression.by) || null
  }
  const rows = rowsOf(expression)
  if (rows) return ofRows(record[rows.rows], rows.field)
  const [word, parts] = manyOf(expression) ?? []
  if (!word || word === 'join' || !parts) return null
  if (word === 'add' || word === 'subtract')
    return parts.slice(1).reduce<Value>(
      (sum, part) => {
        const span = spanOf(part)
        if (span) return moved(sum, span[0], word === 'add' ? value(span[1]) : ofNumber(value(span[1]), negative))
        return word === 'add' ? ofNumbers(sum, value(part), plus) : less(sum, value(part))
      },
      value(parts[0] as Expression),
    )
  return combined(word, parts.map(value))
}

/** The number of active rows, or the sum of a field over them; null if the rows were not loaded. */
function ofRows(rows: unknown, field: string | null): Value {
  if (!Array.isArray(rows)) return null
  const there: readonly Reckoned[] = rows.filter(({ isActive }) => isActive !== false)
  if (field === null) return decimalOf(there.length)
  const values = there.map((row) => valueIn(row[field])).filter(isDecimal)
  return values.reduce<Value>((sum, value) => ofNumbers(sum, value, plus), decimalOf(0))
}

/** The value as JSON carries it, with decimals as plain numbers. */
export const plainValue = (value: Value): number | string | null => (isDecimal(value) ? decimalNumber(value) : value)

const ofNumber = (value: Value, work: (number: Decimal) => Decimal): Value => (isDecimal(value) ? work(value) : null)
const ofNumbers = (a: Value, b: Value, work: (a: Decimal, b: Decimal) => Decimal | null): Value =>
  isDecimal(a) && isDecimal(b) ? work(a, b) : null

function combined(word: Exclude<ManyWord, 'add' | 'subtract' | 'join'>, values: readonly Value[]): Value {
  const there = values.filter((value) => value !== null)
  switch (word) {
    case 'multiply':
      return values.reduce((product, value) => ofNumbers(product, value, times))
    case 'divide':
      return ofNumbers(values[0] ?? null, values[1] ?? null, over)
    case 'first':
      return there[0] ?? null
    case 'min':
      return there.length === 0 ? null : there.reduce((least, value) => (order(value, least) < 0 ? value : least))
    case 'max':
      return there.length === 0 ? null : there.reduce((most, value) => (order(value, most) > 0 ? value : most))
  }
}

/** Compares two values of the same type. */
export function order(a: Decimal | string, b: Decimal | string): number {
  if (isDecimal(a) && isDecimal(b)) return compared(a, b)
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0
}

const dayMs = 86_400_000
const daysOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / dayMs

function less(a: Value, b: Value): Value {
  if (typeof a !== 'string' || typeof b !== 'string') return ofNumbers(a, b, (left, right) => plus(left, negative(right)))
  return isRealDate(a) && isRealDate(b) ? { units: BigInt(daysOf(a) - daysOf(b)), scale: 0 } : null
}

/** Maximum lengths of spans. Longer ones yield no value; they would exceed the limits of the database's calendar. */
export const longestSpan: { readonly [U in SpanUnit]: number } = { years: 6_000, months: 72_000, days: 2_190_000 }
/** First and last date that an expression can yield. */
export const calendarEnds = ['1800-01-01', '9999-12-31'] as const

/** Moves a date by a span. If the resulting month is too short for the day, the last day of the month is used. */
function moved(date: Value, unit: SpanUnit, count: Value): Value {
  if (typeof date !== 'string' || !isRealDate(date) || !isDecimal(count)) return null
  const whole = cut(count, 0).units
  const longest = BigInt(longestSpan[unit])
  if (whole > longest || whole < -longest) return null
  const many = Number(whole)
  const found = unit === 'days' ? new Date((daysOf(date) + many) * dayMs) : monthsAfter(date, unit === 'years' ? many * 12 : many)
  const text = found.toISOString().slice(0, 10)
  return found.getUTCFullYear() <= 9999 && isRealDate(text) ? text : null
}

function monthsAfter(date: string, many: number): Date {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const months = year * 12 + month - 1 + many
  const last = new Date(Date.UTC(2000, 0, 1))
  last.setUTCFullYear(Math.floor(months / 12), (((months % 12) + 12) % 12) + 1, 0)
  last.setUTCDate(Math.min(day, last.getUTCDate()))
  return last
}
