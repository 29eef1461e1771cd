import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyProject, type ProjectCopy } from '#tests/support/project-copy.ts'

let copy: ProjectCopy
beforeAll(() => {
  copy = copyProject()
})
afterAll(() => copy.remove())

test('the tests of access fail when the condition of a grant is taken out', () => {
  const file = join(copy.folder, 'server/engine/policy/permit.ts')
  const guarded = readFileSync(file, 'utf8')
  const end = 'actor: { id, role, name }, caller, language, rows })'
  expect(guarded.split(end)).toHaveLength(2)
  // Whoever may read something gets every row of it, as a forgotten condition would have it.
  const unguarded = guarded.replace(end, 'actor: { id, role, name }, caller, language, rows: everyRow })')
  writeFileSync(file, unguarded)
  // One failure is enough.
  const args = ['run', '--project', 'api', 'tests/api/records/access.test.ts', '--bail', '1', '--reporter=dot']
  const { status, said } = copy.run(process.execPath, 'node_modules/vitest/vitest.mjs', ...args)
  expect(status).toBe(1)
  expect(said).toMatch(/Tests +\d+ failed/)
})
