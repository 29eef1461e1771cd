import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#tests/support/databases.ts'
import { whereRun } from '#tests/support/where-run.mjs'

const { both, postgres, embedded } = whereRun
const folders = [...both, ...postgres, ...embedded]
const files = ['api', 'database', 'guides', 'pack'].flatMap((part) =>
  readdirSync(join(root, 'tests', part), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => `tests/${part}/${name}`),
)
const isIn = (folder: string) => (path: string) => path.startsWith(`${folder}/`)

test('every test that needs a database lies in a folder of which it is said on which databases it runs', () => {
  expect(files.length).toBeGreaterThan(150)
  expect(files.filter((file) => !folders.some((folder) => isIn(folder)(file)))).toEqual([])
})

test('every such folder is named once, holds tests, and lies in none that a database leaves out', () => {
  expect(new Set(folders).size).toBe(folders.length)
  expect(folders.filter((folder) => !files.some(isIn(folder)))).toEqual([])
  expect(folders.filter((folder) => [...postgres, ...embedded].some((outer) => isIn(outer)(folder)))).toEqual([])
})

test.each([
  ['embedded', postgres],
  ['postgres', embedded],
] as const)('a run of the suite on %s takes all but what the other one has for itself', (database, others) => {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const { stdout } = spawnSync(process.execPath, [vitest, 'list', '--filesOnly', '--project', 'api', '--project', 'pack'], {
    cwd: root,
    env: { ...process.env, SUITE_ON: database, NO_COLOR: '1' },
    encoding: 'utf8',
  })
  const taken = stdout.match(/tests\/\S+/g) ?? []
  const inBrowser = 'tests/guides/add-an-entity.test.ts'
  expect(taken.sort()).toEqual(files.filter((file) => file !== inBrowser && !others.some((folder) => isIn(folder)(file))).sort())
})
