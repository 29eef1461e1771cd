/**
 * Explains expressions in words, such as `0.8 × Baccalaureate average + 0.2 × Exam grade, truncated
 * to 2 decimal places`.
 */
import { formatLongDay, isRealDate } from '../values/dates.ts'
import { checkExpression, type KnownFields } from './check.ts'
import { type Expression, functionCallOf, type Span, type SpanUnit, spanOf } from './expression.ts'

export interface ExpressionTexts {
  readonly language: string
  readonly label: (field: string) => string
  /**
   * The text of a key with its parameters filled in: `texts.text` on the server, `t` in the
   * browser.
   */
  readonly text: (
    key: `expression:${string}`,
    params?: { readonly [name: string]: string | number },
  ) => string
  /**
   * Types of the fields. Required if some are dates, which are "earliest" or "latest" rather than
   * "smallest" or "largest".
   */
  readonly known?: KnownFields
}

/** Operator precedence; higher values bind less tightly. */
const precedences = { phrase: 3, sum: 2, product: 1, single: 0 } as const
interface DescribedPart {
  readonly text: string
  readonly precedence: (typeof precedences)[keyof typeof precedences]
}

export function describeExpression(expression: Expression, wording: ExpressionTexts): string {
  const { language, label, text, known } = wording
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 12 })
  const lists = new Intl.ListFormat(language, { type: 'conjunction' })
  return describe(expression).text

  function describe(part: Expression | Span): DescribedPart {
    if (typeof part === 'string') return single(label(part))
    if (typeof part === 'number') return single(numbers.format(part))
    const span = spanOf(part)
    if (span) return describeSpan(...span)
    if ('text' in part)
      return single(
        isRealDate(part.text)
          ? formatLongDay(part.text, language)
          : text('expression:quoted', { text: part.text }),
      )
    if ('date' in part) return single(text('expression:today'))
    if ('round' in part)
      return phrase(
        text('expression:rounded', { value: describe(part.round).text, count: part.decimals }),
      )
    if ('cut' in part)
      return phrase(
        text('expression:cut', { value: describe(part.cut).text, count: part.decimals }),
      )
    if ('count' in part) return phrase(text('expression:count', { rows: label(part.count) }))
    if ('sum' in part) return phrase(text('expression:sum', { value: label(part.sum) }))
    const [word, parts] = functionCallOf(part) ?? []
    if (!word || !parts) return single('')
    switch (word) {
      case 'add':
        return {
          text: joinOperands(parts, ' + ', precedences.sum, precedences.sum),
          precedence: precedences.sum,
        }
      case 'subtract':
        if (isDay(parts[0]) && isDay(parts[1]))
          return phrase(
            text('expression:days', {
              from: describeOperand(parts[1]),
              to: describeOperand(parts[0]),
            }),
          )
        return {
          text: joinOperands(parts, ' − ', precedences.sum, precedences.product),
          precedence: precedences.sum,
        }
      case 'multiply':
        return {
          text: joinOperands(parts, ' × ', precedences.product, precedences.product),
          precedence: precedences.product,
        }
      case 'divide':
        return {
          text: joinOperands(parts, ' ÷ ', precedences.product, precedences.single),
          precedence: precedences.product,
        }
      case 'first':
        return phrase(
          parts
            .map(describeOperand)
            .reduce((value, other) => text('expression:first', { value, other })),
        )
      case 'join':
        return phrase(text('expression:joined', { list: lists.format(parts.map(describeOperand)) }))
      default: {
        const key = isDay(parts[0])
          ? ({ min: 'earliest', max: 'latest' } as const)[word]
          : ({ min: 'smallest', max: 'largest' } as const)[word]
        return phrase(text(`expression:${key}`, { list: lists.format(parts.map(describeOperand)) }))
      }
    }
  }

  function describeSpan(unit: SpanUnit, count: Expression): DescribedPart {
    const key = unit === 'days' ? 'daySpan' : unit
    if (typeof count === 'number') return single(text(`expression:${key}`, { count }))
    return single(text(`expression:${key}Of`, { value: describeOperand(count) }))
  }

  function describeOperand(part: Expression | Span | undefined): string {
    if (part === undefined) return ''
    const described = describe(part)
    return described.precedence === precedences.phrase ? `(${described.text})` : described.text
  }

  function joinOperands(
    parts: readonly (Expression | Span)[],
    operator: string,
    first: number,
    rest: number,
  ): string {
    return parts
      .map((part, index) => {
        const described = describe(part)
        return described.precedence > (index === 0 ? first : rest)
          ? `(${described.text})`
          : described.text
      })
      .join(operator)
  }

  function isDay(part: Expression | Span | undefined): boolean {
    if (part === undefined || spanOf(part)) return false
    const { type, errors } = checkExpression(part, known ?? {})
    return errors.length === 0 && type === 'day'
  }
}

const single = (text: string): DescribedPart => ({ text, precedence: precedences.single })
const phrase = (text: string): DescribedPart => ({ text, precedence: precedences.phrase })
