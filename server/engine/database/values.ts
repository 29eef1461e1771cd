/** Values on their way in and out, as text, the same for both engines. */

/** A parameter as PostgreSQL's text format wants it. Arrays become SQL arrays: JSON arrays are passed as JSON text. */
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

type Parse = (text: string) => unknown

const asIs: Parse = (text) => text

/** `2026-09-01 08:30:00.5+00` as `2026-09-01T08:30:00.500Z`. Connections run in UTC; anything else goes the long way. */
function instant(text: string): string {
  if (!text.endsWith('+00') || text.length < 22) return new Date(text).toISOString()
  const [seconds = '', fraction = ''] = text.slice(0, -3).split('.')
  return `${seconds.replace(' ', 'T')}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
}

/** Elements of an SQL array such as `{a,"b c",NULL}`, each read by `parse`. Arrays of arrays do not occur here. */
function list(parse: Parse): Parse {
  return (text) => {
    const values: unknown[] = []
    for (const [, quoted, plain] of text.slice(1, -1).matchAll(/(?:"((?:[^"\\]|\\.)*)"|([^,]+))(?:,|$)/g)) {
      if (quoted !== undefined) values.push(parse(quoted.replace(/\\(.)/g, '$1')))
      else values.push(plain === 'NULL' ? null : parse(plain ?? ''))
    }
    return values
  }
}

/** By type OID of PostgreSQL's catalogue; every other type stays text. */
const parsers: { readonly [oid: number]: Parse } = {
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
  1009: list(asIs),
  1015: list(asIs),
  2951: list(asIs),
  1182: list(asIs),
  1185: list(instant),
  1231: list(Number),
}

/** Parser of a column of that type. */
export const parserOf = (oid: number): Parse => parsers[oid] ?? asIs

/** A value of a column of JSON: the engines differ in whether they hand it over as text. */
export const jsonOf = (value: unknown): unknown => (typeof value === 'string' ? JSON.parse(value) : value)
