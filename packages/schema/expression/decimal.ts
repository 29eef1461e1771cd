/**
 * Exact decimal arithmetic of any size. Amounts of money, averages and rankings must not have
 * binary rounding errors.
 */

/** The value is `units / 10^scale`. */
export interface Decimal {
  readonly units: bigint
  readonly scale: number
}

/**
 * Quotients are truncated to this many decimals. Rounding them to fewer decimals gives the same
 * result as rounding the exact quotient.
 */
export const quotientScale = 20

const powers: readonly bigint[] = Array.from({ length: 64 }, (_, scale) => 10n ** BigInt(scale))
const power = (scale: number) => powers[scale] ?? 10n ** BigInt(scale)

/** Cache of parsed numbers. The same grades and constants occur for thousands of applicants. */
const cache = new Map<number, Decimal | null>()
const maxCached = 4096

/**
 * Parses a decimal number without binary rounding, such as `0.1` or `1e-7`. Returns null if it is
 * not a number.
 */
export function toDecimal(value: number | string): Decimal | null {
  if (typeof value === 'string') return parseDecimal(value)
  const cached = cache.get(value)
  if (cached !== undefined) return cached
  const decimal = parseDecimal(String(value))
  if (cache.size < maxCached) cache.set(value, decimal)
  return decimal
}

function parseDecimal(value: string): Decimal | null {
  const [, sign = '', whole = '', parts = '', exponent = '0'] =
    /^([+-]?)(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,3}))?$/i.exec(value) ?? []
  if (whole === '') return null
  const units = BigInt(`${sign}${whole}${parts}`)
  const scale = parts.length - Number(exponent)
  return scale < 0 ? { units: units * power(-scale), scale: 0 } : { units, scale }
}

/** Decimal notation without trailing zeros or exponent. */
export function formatDecimal({ units, scale }: Decimal): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const parts = digits.slice(digits.length - scale).replace(/0+$/, '')
  const text = parts === '' ? whole : `${whole}.${parts}`
  return units < 0n ? `-${text}` : text
}

export const decimalToNumber = (value: Decimal) => Number(formatDecimal(value))

const unitsAt = ({ units, scale }: Decimal, targetScale: number) =>
  units * power(targetScale - scale)

function atSameScale(a: Decimal, b: Decimal): readonly [a: bigint, b: bigint, scale: number] {
  const scale = Math.max(a.scale, b.scale)
  return [unitsAt(a, scale), unitsAt(b, scale), scale]
}

export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const [left, right, scale] = atSameScale(a, b)
  return { units: left + right, scale }
}

export const negateDecimal = ({ units, scale }: Decimal): Decimal => ({ units: -units, scale })

export const multiplyDecimals = (a: Decimal, b: Decimal): Decimal => ({
  units: a.units * b.units,
  scale: a.scale + b.scale,
})

/** `a / b`; null for a division by zero. */
export function divideDecimals(a: Decimal, b: Decimal): Decimal | null {
  const [left, right] = atSameScale(a, b)
  return right === 0n
    ? null
    : { units: (left * power(quotientScale)) / right, scale: quotientScale }
}

/** Negative, zero or positive if `a` is less than, equal to or greater than `b`. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const [left, right] = atSameScale(a, b)
  return left < right ? -1 : left > right ? 1 : 0
}

/** Truncates to `scale` decimals, towards 0. */
export const truncateDecimal = (value: Decimal, scale: number): Decimal =>
  value.scale <= scale ? value : { units: value.units / power(value.scale - scale), scale }

/** Rounds to `scale` decimals, half away from 0. */
export function roundDecimal(value: Decimal, scale: number): Decimal {
  if (value.scale <= scale) return value
  const step = power(value.scale - scale)
  return { units: (value.units + (value.units < 0n ? -step : step) / 2n) / step, scale }
}
