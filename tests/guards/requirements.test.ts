import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { workspacesOf } from '../../scripts/workspaces.mjs'

const root = new URL('../..', import.meta.url).pathname
const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('docs/requirements.md lists exactly the requirements that tests name', () => {
  const listed = new Set(read('docs/requirements.md').match(/(?<=^\| )R-[A-Z]\d\d/gm))
  const folders = ['tests', ...workspacesOf(root).map(({ path }) => join(path, 'tests'))].filter(
    (folder) => existsSync(join(root, folder)),
  )
  const tests = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).flatMap((name) =>
      /\.test\.tsx?$/.test(name) ? join(folder, name) : [],
    ),
  )
  const named = new Set(tests.flatMap((path) => read(path).match(/\bR-[A-Z]\d\d\b/g) ?? []))
  expect([...named].sort()).toEqual([...listed].sort())
})
