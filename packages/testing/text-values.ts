/** Reads `fixtures/text-values.tsv`: values as users type them or copy them from other programs. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const lines = readFileSync(join(import.meta.dirname, 'fixtures/text-values.tsv'), 'utf8')
  .split(/\r?\n/)
  .slice(1)
  .filter((line) => line !== '')
  .map((line) => {
    const [kind = '', written = ''] = line.split('\t')
    const text = JSON.parse(`"${written.replaceAll('"', '\\"')}"`) as string
    return { kind, values: text.split(/ ; (?:searched: )?| -> /) }
  })

/** The kinds of values that the file contains. */
export const valueKinds: readonly string[] = [...new Set(lines.map(({ kind }) => kind))]

/** Returns the values of each line of one kind. Throws if no line has that kind. */
export function textValuesOf(valueKind: string): readonly (readonly [string, ...string[]])[] {
  const found = lines
    .filter((line) => line.kind === valueKind)
    .map(({ values: [first = '', ...others] }) => [first, ...others] as const)
  if (found.length === 0) throw new Error(`text-values.tsv has no ${valueKind}`)
  return found as (readonly [string, ...string[]])[]
}

/** The first value of the first line of one kind. */
export const firstTextValueOf = (kind: string): string => textValuesOf(kind)[0]?.[0] ?? ''
