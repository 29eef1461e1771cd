/** Explains expressions in words, such as `0.8 × Baccalaureate average + 0.2 × Exam grade, truncated to 2 decimal places`. */
import { formatLongDay, isRealDate } from '../values/dates.ts'
import { checkExpression, type KnownFields } from './check.ts'
import { type Expression, functionCallOf, type Span, type SpanUnit, spanOf } from './expression.ts'

export interface ExpressionTexts {
  readonly language: string
  readonly label: (field: string) => string
  /** The text of a key with its parameters filled in: `texts.text` on the server, `t` in the browser. */
  readonly text: (key: `expression:${string}`, params?: { readonly [name: string]: string | number }) => string
  /** Types of the fields, needed if some are dates: dates are "earliest" or "latest" rather than "smallest" or "largest". */
  readonly known?: KnownFields
}

/** Operator precedence; higher values bind less tightly. */
const loose = { phrase: 3, sum: 2, product: 1, single: 0 } as const
interface Said {
  readonly text: string
  readonly looseness: (typeof loose)[keyof typeof loose]
}

export function describeExpression(expression: Expression, wording: ExpressionTexts): string {
  const { language, label, text, known } = wording
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 12 })
  const lists = new Intl.ListFormat(language, { type: 'conjunction' })
  return say(expression).text

  function say(part: Expression | Span): Said {
    if (typeof part === 'string') return single(label(part))
    if (typeof part === 'number') return single(numbers.format(part))
    const span = spanOf(part)
    if (span) return sayCount(...span)
    if ('text' in part)
      return single(isRealDate(part.text) ? formatLongDay(part.text, language) : text('expression:quoted', { text: part.text }))
    if ('date' in part) return single(text('expression:today'))
    if ('round' in part) return phrase(text('expression:rounded', { value: say(part.round).text, count: part.decimals }))
    if ('cut' in part) return phrase(text('expression:cut', { value: say(part.cut).text, count: part.decimals }))
    if ('count' in part) return phrase(text('expression:count', { rows: label(part.count) }))
    if ('sum' in part) return phrase(text('expression:sum', { value: label(part.sum) }))
    const [word, parts] = functionCallOf(part) ?? []
    if (!word || !parts) return single('')
    switch (word) {
      case 'add':
        return { text: signed(parts, ' + ', loose.sum, loose.sum), looseness: loose.sum }
      case 'subtract':
        if (isDay(parts[0]) && isDay(parts[1])) return phrase(text('expression:days', { from: inner(parts[1]), to: inner(parts[0]) }))
        return { text: signed(parts, ' − ', loose.sum, loose.product), looseness: loose.sum }
      case 'multiply':
        return { text: signed(parts, ' × ', loose.product, loose.product), looseness: loose.product }
      case 'divide':
        return { text: signed(parts, ' ÷ ', loose.product, loose.single), looseness: loose.product }
      case 'first':
        return phrase(parts.map(inner).reduce((value, other) => text('expression:first', { value, other })))
      case 'join':
        return phrase(text('expression:joined', { list: lists.format(parts.map(inner)) }))
      default: {
        const key = isDay(parts[0])
          ? ({ min: 'earliest', max: 'latest' } as const)[word]
          : ({ min: 'smallest', max: 'largest' } as const)[word]
        return phrase(text(`expression:${key}`, { list: lists.format(parts.map(inner)) }))
      }
    }
  }

  function sayCount(unit: SpanUnit, count: Expression): Said {
    const key = unit === 'days' ? 'daySpan' : unit
    if (typeof count === 'number') return single(text(`expression:${key}`, { count }))
    return single(text(`expression:${key}Of`, { value: inner(count) }))
  }

  function inner(part: Expression | Span | undefined): string {
    if (part === undefined) return ''
    const said = say(part)
    return said.looseness === loose.phrase ? `(${said.text})` : said.text
  }

  function signed(parts: readonly (Expression | Span)[], sign: string, first: number, rest: number): string {
    return parts
      .map((part, index) => {
        const said = say(part)
        return said.looseness > (index === 0 ? first : rest) ? `(${said.text})` : said.text
      })
      .join(sign)
  }

  function isDay(part: Expression | Span | undefined): boolean {
    if (part === undefined || spanOf(part)) return false
    const { type, errors: faults } = checkExpression(part, known ?? {})
    return faults.length === 0 && type === 'day'
  }
}

const single = (text: string): Said => ({ text, looseness: loose.single })
const phrase = (text: string): Said => ({ text, looseness: loose.phrase })
