/** Checks limits and choice values against the limits of the database, the API and URLs. */
import type { FieldSpec } from '../field.ts'
import type { AnyResource } from '../resource.ts'
import type { Report } from './report.ts'

/**
 * Maximum length of a text field. The body of a create or update call is limited to 256 KiB
 * (`server-limits.ts`).
 */
const maxTextLength = 50_000
/** Range of a PostgreSQL integer column. */
const integerRange = { from: -2_147_483_648, to: 2_147_483_647 }
/** Number of digits, including decimals, that a JSON number holds exactly. */
const maxDigits = 15
const maxScale = 9
/** Form of a choice value: it appears in URLs, in files and in text keys. */
const choiceShape = /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/

type Fail = (problem: string) => void

/** Reports limits that allow no value, and limits beyond what can be stored. */
export function checkBounds(
  resource: AnyResource,
  name: string,
  { type, options }: FieldSpec,
  report: Report,
): void {
  const fail: Fail = (problem) => report(`${resource.name}.${name}`, problem)
  const { min, max, scale } = options as {
    readonly min?: unknown
    readonly max?: unknown
    readonly scale?: unknown
  }
  const areNumbers = typeof min === 'number' && typeof max === 'number'
  const areDays = typeof min === 'string' && typeof max === 'string' && max !== 'today'
  if ((areNumbers || areDays) && min > max) fail(`min ${min} is greater than max ${max}`)
  if (type === 'text' || type === 'longText') checkLength(min, max, fail)
  if (type === 'integer') {
    checkIntegers({ min, max }, fail)
    for (const [option, bound] of Object.entries({ min, max }))
      if (Number(bound) < integerRange.from || Number(bound) > integerRange.to)
        fail(
          `${option} ${String(bound)} is outside the range of an integer (${integerRange.from} to ${integerRange.to}). Use a decimal field.`,
        )
  }
  if (type === 'decimal') checkScale(scale, [min, max], fail)
  if (type === 'money' || type === 'decimal') {
    if (Number(min) < -1e12)
      fail('min is below -1000000000000. JSON numbers cannot hold such values exactly.')
  }
}

function checkLength(min: unknown, max: unknown, fail: Fail): void {
  checkIntegers({ min, max }, fail)
  if (Number(max) < 1) fail(`max ${String(max)} must be at least 1`)
  if (Number(max) > maxTextLength)
    fail(
      `max ${String(max)} is greater than ${maxTextLength}, the limit for text. Use a file field.`,
    )
  if (min !== undefined && Number(min) < 1)
    fail(`min ${String(min)} must be at least 1, because empty text counts as no value`)
}

function checkIntegers(bounds: { readonly [word: string]: unknown }, fail: Fail): void {
  for (const [option, bound] of Object.entries(bounds))
    if (typeof bound === 'number' && !Number.isInteger(bound))
      fail(`${option} ${bound} must be a whole number`)
}

function checkScale(scale: unknown, bounds: readonly unknown[], fail: Fail): void {
  if (!Number.isInteger(scale) || Number(scale) < 0 || Number(scale) > maxScale) {
    fail(`scale ${String(scale)} must be a whole number from 0 to ${maxScale}`)
    return
  }
  const digits = Math.max(
    ...bounds.map((bound) => String(Math.trunc(Math.abs(Number(bound)))).length),
  )
  if (digits + Number(scale) > maxDigits)
    fail(
      `${digits} digits and ${String(scale)} decimals are more than the ${maxDigits} digits that a JSON number holds exactly. Reduce the limits or the scale.`,
    )
}

/** Reports choices that cannot appear in a URL. */
export function checkChoices(
  resource: AnyResource,
  name: string,
  spec: FieldSpec,
  report: Report,
): void {
  if (!('choices' in spec)) return
  for (const value of Object.keys(spec.choices))
    if (!choiceShape.test(value))
      report(
        `${resource.name}.${name}`,
        `invalid choice ${JSON.stringify(value)}. Use 1 to 40 letters, digits, - and _, and put the label in texts.`,
      )
}
