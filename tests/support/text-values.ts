/** Texts of `tests/fixtures/text-values.tsv`: as people typed them, and as other programs copied them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const lines = readFileSync(join(import.meta.dirname, '../fixtures/text-values.tsv'), 'utf8')
  .split(/\r?\n/)
  .slice(1)
  .filter((line) => line !== '')
  .map((line) => {
    const [what = '', written = ''] = line.split('\t')
    const text = JSON.parse(`"${written.replaceAll('"', '\\"')}"`) as string
    return { what, values: text.split(/ ; (?:searched: )?| -> /) }
  })

/** What the file has values of. */
export const textKinds: readonly string[] = [...new Set(lines.map(({ what }) => what))]

/** The values of each line that is about that. Throws where there is none. */
export function textsOf(what: string): readonly (readonly [string, ...string[]])[] {
  const found = lines.filter((line) => line.what === what).map(({ values: [first = '', ...others] }) => [first, ...others] as const)
  if (found.length === 0) throw new Error(`text-values.tsv has no ${what}`)
  return found as (readonly [string, ...string[]])[]
}

/** The only value of a line. */
export const textOf = (what: string): string => textsOf(what)[0]?.[0] ?? ''
