/** Checks limits and choice values against what the database, the API and URLs can hold. */
import type { FieldSpec } from '../field.ts'
import type { AnyResource } from '../resource.ts'
import type { Report } from './report.ts'

/** Maximum length of a text field. The body of a create or update call is limited to 256 KiB (`server-limits.ts`). */
const longestText = 50_000
/** Range of a PostgreSQL integer column. */
const integers = { from: -2_147_483_648, to: 2_147_483_647 }
/** Number of digits, including decimals, that a JSON number holds exactly. */
const mostDigits = 15
const mostScale = 9
/** Form of a choice value: it appears in URLs, in files and in text keys. */
const choiceShape = /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/

type Fail = (problem: string) => void

/** Reports limits that allow no value, and limits beyond what can be stored. */
export function checkBounds(resource: AnyResource, name: string, { kind, options }: FieldSpec, report: Report): void {
  const fail: Fail = (problem) => report(`${resource.name}.${name}`, problem)
  const { min, max, scale } = options as { readonly min?: unknown; readonly max?: unknown; readonly scale?: unknown }
  const areNumbers = typeof min === 'number' && typeof max === 'number'
  const areDays = typeof min === 'string' && typeof max === 'string' && max !== 'today'
  if ((areNumbers || areDays) && min > max) fail(`has min ${min} above max ${max}`)
  if (kind === 'text' || kind === 'longText') checkLength(min, max, fail)
  if (kind === 'integer') {
    checkWhole({ min, max }, fail)
    for (const [word, bound] of Object.entries({ min, max }))
      if (Number(bound) < integers.from || Number(bound) > integers.to)
        fail(`has ${word} ${String(bound)}, and a whole number lies between ${integers.from} and ${integers.to}: use a decimal`)
  }
  if (kind === 'decimal') checkScale(scale, [min, max], fail)
  if (kind === 'money' || kind === 'decimal') {
    if (Number(min) < -1e12) fail('has a min below what a JSON number holds exactly')
  }
}

function checkLength(min: unknown, max: unknown, fail: Fail): void {
  checkWhole({ min, max }, fail)
  if (Number(max) < 1) fail(`has max ${String(max)}, so it could hold no text`)
  if (Number(max) > longestText) fail(`has max ${String(max)}, and a text has at most ${longestText} letters: use a file for more`)
  if (min !== undefined && Number(min) < 1) fail(`has min ${String(min)}: a text has at least 1 letter, and an empty one is no value`)
}

function checkWhole(bounds: { readonly [word: string]: unknown }, fail: Fail): void {
  for (const [word, bound] of Object.entries(bounds))
    if (typeof bound === 'number' && !Number.isInteger(bound)) fail(`has ${word} ${bound}, which is no whole number`)
}

function checkScale(scale: unknown, bounds: readonly unknown[], fail: Fail): void {
  if (!Number.isInteger(scale) || Number(scale) < 0 || Number(scale) > mostScale) {
    fail(`has the scale ${String(scale)}, and a decimal keeps 0 to ${mostScale} decimals`)
    return
  }
  const digits = Math.max(...bounds.map((bound) => String(Math.trunc(Math.abs(Number(bound)))).length))
  if (digits + Number(scale) > mostDigits)
    fail(`has ${digits} digits and ${String(scale)} decimals, and JSON holds ${mostDigits} digits exactly: narrow its limits or its scale`)
}

/** Reports choices that cannot appear in a URL. */
export function checkChoices(resource: AnyResource, name: string, spec: FieldSpec, report: Report): void {
  if (!('choices' in spec)) return
  for (const value of Object.keys(spec.choices))
    if (!choiceShape.test(value))
      report(
        `${resource.name}.${name}`,
        `has the choice ${JSON.stringify(value)}: a choice has 1 to 40 letters, digits, - and _, and what people read of it stands in texts`,
      )
}
