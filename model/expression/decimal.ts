/** Decimal numbers of any size, exactly: money, averages and ranks have no room for binary fractions. */

/** `units` divided by ten to the power of `scale`. */
export interface Decimal {
  readonly units: bigint
  readonly scale: number
}

/** Decimals that a quotient keeps: it is cut after them, so that rounding or cutting it once more is as of the exact one. */
export const quotientScale = 20

const powers: readonly bigint[] = Array.from({ length: 64 }, (_, scale) => 10n ** BigInt(scale))
const power = (scale: number) => powers[scale] ?? 10n ** BigInt(scale)

/** Numbers that were read before: grades and what calculations say are the same few, for thousands of people. */
const known = new Map<number, Decimal | null>()
const mostKnown = 4096

/** A number as it is spelled, `0.1` and `1e-7` alike; null for what is no number. */
export function decimalOf(value: number | string): Decimal | null {
  if (typeof value === 'string') return spelled(value)
  const held = known.get(value)
  if (held !== undefined) return held
  const decimal = spelled(String(value))
  if (known.size < mostKnown) known.set(value, decimal)
  return decimal
}

function spelled(value: string): Decimal | null {
  const [, sign = '', whole = '', parts = '', exponent = '0'] = /^([+-]?)(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,3}))?$/i.exec(value) ?? []
  if (whole === '') return null
  const units = BigInt(`${sign}${whole}${parts}`)
  const scale = parts.length - Number(exponent)
  return scale < 0 ? { units: units * power(-scale), scale: 0 } : { units, scale }
}

/** As it is written everywhere: no zeros at the end, and no exponent. */
export function decimalText({ units, scale }: Decimal): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const parts = digits.slice(digits.length - scale).replace(/0+$/, '')
  const text = parts === '' ? whole : `${whole}.${parts}`
  return units < 0n ? `-${text}` : text
}

/** As JSON carries it. */
export const decimalNumber = (value: Decimal) => Number(decimalText(value))

const unitsAt = ({ units, scale }: Decimal, wanted: number) => units * power(wanted - scale)

function alike(a: Decimal, b: Decimal): readonly [a: bigint, b: bigint, scale: number] {
  const scale = Math.max(a.scale, b.scale)
  return [unitsAt(a, scale), unitsAt(b, scale), scale]
}

export function plus(a: Decimal, b: Decimal): Decimal {
  const [left, right, scale] = alike(a, b)
  return { units: left + right, scale }
}

export const negative = ({ units, scale }: Decimal): Decimal => ({ units: -units, scale })

export const times = (a: Decimal, b: Decimal): Decimal => ({ units: a.units * b.units, scale: a.scale + b.scale })

/** Null where it is divided by nothing. */
export function over(a: Decimal, b: Decimal): Decimal | null {
  const [left, right] = alike(a, b)
  return right === 0n ? null : { units: (left * power(quotientScale)) / right, scale: quotientScale }
}

/** Less than 0, 0 or more than 0, as `a` is less than, equal to or more than `b`. */
export function compared(a: Decimal, b: Decimal): number {
  const [left, right] = alike(a, b)
  return left < right ? -1 : left > right ? 1 : 0
}

/** The number cut after so many decimals, towards 0. */
export const cut = (value: Decimal, scale: number): Decimal =>
  value.scale <= scale ? value : { units: value.units / power(value.scale - scale), scale }

/** The number rounded to so many decimals; a half goes away from 0. */
export function round(value: Decimal, scale: number): Decimal {
  if (value.scale <= scale) return value
  const step = power(value.scale - scale)
  return { units: (value.units + (value.units < 0n ? -step : step) / 2n) / step, scale }
}
