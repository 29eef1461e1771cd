/** Conversion of values to and from PostgreSQL's text format, the same for both engines. */

/**
 * Converts a parameter to PostgreSQL's text format. Arrays become SQL arrays; pass JSON arrays as
 * JSON text.
 */
export function toParameter(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return `{${value.map(element).join(',')}}`
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function element(value: unknown): string {
  const text = toParameter(value)
  if (text === null) return 'NULL'
  return Array.isArray(value) ? text : `"${text.replace(/[\\"]/g, '\\$&')}"`
}

type ValueParser = (text: string) => unknown

const unchanged: ValueParser = (text) => text

/**
 * Converts `2026-09-01 08:30:00.5+00` to `2026-09-01T08:30:00.500Z`. Connections use UTC; other
 * offsets take the slow path.
 */
function instant(text: string): string {
  if (!text.endsWith('+00') || text.length < 22) return new Date(text).toISOString()
  const [seconds = '', fraction = ''] = text.slice(0, -3).split('.')
  return `${seconds.replace(' ', 'T')}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
}

/** Parses an SQL array such as `{a,"b c",NULL}`. Nested arrays are not supported. */
function list(parse: ValueParser): ValueParser {
  return (text) => {
    const values: unknown[] = []
    for (const [, quoted, unquoted] of text
      .slice(1, -1)
      .matchAll(/(?:"((?:[^"\\]|\\.)*)"|([^,]+))(?:,|$)/g)) {
      if (quoted !== undefined) values.push(parse(quoted.replace(/\\(.)/g, '$1')))
      else values.push(unquoted === 'NULL' ? null : parse(unquoted ?? ''))
    }
    return values
  }
}

/** Parsers by type OID. Values of other types remain text. */
const parsers: { readonly [oid: number]: ValueParser } = {
  16: (text) => text === 't',
  20: Number,
  21: Number,
  23: Number,
  26: Number,
  700: Number,
  701: Number,
  1700: Number,
  114: JSON.parse,
  3802: JSON.parse,
  1184: instant,
  1000: list((text) => text === 't'),
  1005: list(Number),
  1007: list(Number),
  1016: list(Number),
  1009: list(unchanged),
  1015: list(unchanged),
  2951: list(unchanged),
  1182: list(unchanged),
  1185: list(instant),
  1231: list(Number),
}

export const parserOf = (oid: number): ValueParser => parsers[oid] ?? unchanged

/** Returns a JSON value. The engines differ in whether they parse it. */
export const jsonOf = (value: unknown): unknown =>
  typeof value === 'string' ? JSON.parse(value) : value
