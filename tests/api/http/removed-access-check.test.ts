import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '#tests/support/databases.ts'

const copied = [
  'model',
  'resources',
  'own',
  'demo',
  'server',
  'locales',
  'tests',
  'package.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'providers',
  'src',
  'scripts',
  'vite.config.ts',
  'vitest.config.ts',
]
let copy = ''

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'matricola-unguarded-'))
  for (const name of copied) cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

test('the tests of access fail when the condition of a grant is taken out', { timeout: 180_000 }, () => {
  const file = join(copy, 'server/engine/policy/permit.ts')
  const guarded = readFileSync(file, 'utf8')
  const end = 'actor: { id, role, name }, caller, rows })'
  expect(guarded.split(end)).toHaveLength(2)
  // Whoever may read something gets every row of it, as a forgotten condition would have it.
  const unguarded = guarded.replace(end, 'actor: { id, role, name }, caller, rows: true })')
  writeFileSync(file, unguarded)
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  // One failure is enough.
  const args = [vitest, 'run', '--project', 'api', 'tests/api/records/access.test.ts', '--bail', '1', '--reporter=dot']
  const { status, stdout } = spawnSync(process.execPath, args, {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', VITEST: undefined, VITEST_POOL_ID: undefined, VITEST_WORKER_ID: undefined },
  })
  expect(status).toBe(1)
  expect(stdout).toMatch(/Tests +\d+ failed/)
})
