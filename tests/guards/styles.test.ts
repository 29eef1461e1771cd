import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '@matricola/testing/databases.ts'
import { expect, test } from 'vitest'

/**
 * Every style sheet of the console. The style sheets of the public pages are never loaded together
 * with these.
 */
const sheets = ['src', 'packages/console']
  .flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
      join(folder, path),
    ),
  )
  .filter(
    (path) =>
      path.endsWith('.css') &&
      !/^(src|packages\/console)\/public\//.test(path) &&
      !path.endsWith('print.css'),
  )

/** Returns the names that a pattern finds in more than one style sheet. */
function findSharedClasses(pattern: RegExp): string[] {
  const found = new Map<string, Set<string>>()
  for (const path of sheets) {
    const css = readFileSync(join(projectRoot, path), 'utf8').replace(/\/\*.*?\*\//gs, '')
    for (const [, name = ''] of css.matchAll(pattern))
      found.set(name, (found.get(name) ?? new Set()).add(path))
  }
  return [...found]
    .filter(([, paths]) => paths.size > 1)
    .map(([name, paths]) => `${name}: ${[...paths].join(', ')}`)
}

test('no two style sheets style the same class, because the last one loaded would win', () => {
  expect(
    findSharedClasses(/^(\.[\w-]+) \{$/gm).filter((line) => !/^\.(caption|panel):/.test(line)),
  ).toEqual([])
})

test('no two style sheets define different animations with the same name', () => {
  expect(findSharedClasses(/@keyframes ([\w-]+)/g)).toEqual([])
})
