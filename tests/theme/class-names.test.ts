import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '@matricola/testing/databases.ts'
import { expect, test } from 'vitest'

const folders = ['src', 'packages', 'resources', 'custom', 'providers', 'server']
const files = folders.flatMap((folder) =>
  readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
    join(folder, name),
  ),
)
const textsOf = (pattern: RegExp) =>
  files
    .filter((name) => pattern.test(name))
    .map((name) => readFileSync(join(projectRoot, name), 'utf8'))

/** Classes that libraries assign. */
const foreign = /^(?:ant|rc)-/

test('every class in the selector of a style sheet is used by an element', () => {
  const code = textsOf(/\.tsx?$/).join('\n')
  const tokens = new Set(code.match(/[\w-]+/g))
  // A class name may also be composed, for example from a type and its tone.
  const isConcatenated = (name: string) =>
    [...name.matchAll(/-/g)].some(({ index }) => code.includes(`${name.slice(0, index + 1)}\${`))
  const styles = textsOf(/\.css$/).map((text) =>
    text.replace(/\/\*[\s\S]*?\*\/|url\([^)]*\)|"[^"]*"/g, ''),
  )
  const named = new Set(
    styles.flatMap((text) => [...text.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name)),
  )
  expect(named.size).toBeGreaterThan(500)
  expect(
    [...named].filter((name) => !foreign.test(name) && !tokens.has(name) && !isConcatenated(name)),
  ).toEqual([])
})
