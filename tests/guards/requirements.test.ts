import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = new URL('../..', import.meta.url).pathname
const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('docs/requirements.md lists exactly the requirements that tests name', () => {
  const listed = new Set(read('docs/requirements.md').match(/(?<=^\| )R-[A-Z]\d\d/gm))
  const tests = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' }).filter((name) => /\.test\.tsx?$/.test(name))
  const named = new Set(tests.flatMap((name) => read(join('tests', name)).match(/\bR-[A-Z]\d\d\b/g) ?? []))
  expect([...named].sort()).toEqual([...listed].sort())
})
