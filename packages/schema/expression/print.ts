/**
 * Prints expressions as users write them, such as `cut(0.8 * baccalaureateAverage + 0.2 *
 * examGrade, 2)`. `parse.ts` reads them back, except `count` and `sum` of child rows, which users
 * cannot write.
 */
import { formatDecimal, toDecimal } from './decimal.ts'
import { type Expression, functionCallOf, type Span, spanOf } from './expression.ts'

/**
 * Operator precedence; higher values bind less tightly. A part that binds less tightly than its
 * context needs parentheses.
 */
const precedences = { sum: 2, product: 1, single: 0 } as const
type Precedence = (typeof precedences)[keyof typeof precedences]

interface PrintedPart {
  readonly text: string
  readonly precedence: Precedence
}

export const printExpression = (expression: Expression | Span): string => printPart(expression).text

const single = (text: string): PrintedPart => ({ text, precedence: precedences.single })

function printPart(part: Expression | Span): PrintedPart {
  if (typeof part === 'string') return single(part)
  if (typeof part === 'number') return single(numberText(part))
  const span = spanOf(part)
  if (span) {
    const [unit, count] = span
    const isNegative = typeof count === 'number' && count < 0
    return single(
      `${isNegative ? `(${printExpression(count)})` : printOperand(count, precedences.single)} ${count === 1 ? unit.slice(0, -1) : unit}`,
    )
  }
  if ('text' in part) return single(JSON.stringify(part.text))
  if ('date' in part) return single('today')
  if ('round' in part) return single(`round(${printExpression(part.round)}, ${part.decimals})`)
  if ('cut' in part) return single(`cut(${printExpression(part.cut)}, ${part.decimals})`)
  if ('count' in part) return single(`count(${part.count})`)
  if ('sum' in part) return single(`sum(${part.sum})`)
  const [word, parts] = functionCallOf(part) ?? []
  if (!word || !parts) return single(JSON.stringify(part))
  const list = parts.map(printExpression)
  switch (word) {
    case 'add':
      return {
        text: [
          ...parts.slice(0, 1).map((one) => printOperand(one, precedences.sum, true)),
          ...parts.slice(1).map((one) => printOperand(one, precedences.product)),
        ].join(' + '),
        precedence: precedences.sum,
      }
    case 'subtract':
      return {
        text: parts
          .map((one, index) =>
            printOperand(one, index === 0 ? precedences.sum : precedences.product),
          )
          .join(' - '),
        precedence: precedences.sum,
      }
    case 'multiply':
      return {
        text: parts
          .map((one, index) =>
            printOperand(one, index === 0 ? precedences.product : precedences.single, true),
          )
          .join(' * '),
        precedence: precedences.product,
      }
    case 'divide':
      return {
        text: parts
          .map((one, index) =>
            printOperand(one, index === 0 ? precedences.product : precedences.single),
          )
          .join(' / '),
        precedence: precedences.product,
      }
    case 'join':
      return single(`join(${[JSON.stringify('by' in part ? part.by : ''), ...list].join(', ')})`)
    default:
      return single(`${word}(${list.join(', ')})`)
  }
}

/**
 * Prints a part, in parentheses if it binds less tightly than its context. With `melts`, also if
 * its operator is the same, because the parser would merge it into the surrounding expression.
 */
function printOperand(part: Expression | Span, context: Precedence, separatesSame = false): string {
  const { text, precedence } = printPart(part)
  const isSameOperator =
    separatesSame && precedence === context && precedence !== precedences.single && isVariadic(part)
  return precedence > context || isSameOperator ? `(${text})` : text
}

const isVariadic = (part: Expression | Span) =>
  typeof part === 'object' && ('add' in part || 'multiply' in part)

function numberText(number: number): string {
  const decimal = toDecimal(number)
  return decimal ? formatDecimal(decimal) : String(number)
}
