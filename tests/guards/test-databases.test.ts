import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '@matricola/testing/databases.ts'
import { expect, test } from 'vitest'
import {
  databasesByPath,
  databasesOf,
  databaseTests,
  isInPlace,
} from '#tests/support/test-databases.mjs'

const { both, postgres, embedded } = databasesByPath
const places = [...both, ...postgres, ...embedded]
const files = databaseTests()
/** The engines on which the commands in `package.json` run a file. */
const runsOn = (file: string) => ({
  embedded: databasesOf(file) !== 'postgres',
  postgres: databasesOf(file) !== 'embedded',
})

test('every test that needs a database is in a folder with declared databases', () => {
  expect(files.length).toBeGreaterThan(150)
  expect(files.filter((file) => databasesOf(file) === undefined)).toEqual([])
})

test('every such folder is listed once and contains tests', () => {
  expect(new Set(places).size).toBe(places.length)
  expect(places.filter((path) => !files.some((file) => isInPlace(path, file)))).toEqual([])
})

/** Names that indicate that a test depends on the engine or starts with an empty database. */
const enginePattern =
  /\b(?:emptyEngines|allLibraryEngines|testPostgresUrl|createPostgresDatabase|connectEmbedded|connectPostgres)\b|engine ===/
/**
 * Tests for which one engine is enough. Some test features that only PostgreSQL has, such as
 * replicas and several processes, or that only the embedded engine has. The others follow a guide,
 * upgrade, or kill a server, with tables that do not depend on the engine.
 */
const singleEnginePatterns = [
  'packages/server/tests/api/server/several-processes.test.ts',
  'tests/api/server/replica.test.ts',
  'tests/long/database/embedded/engine.test.ts',
  'tests/long/database/killed-ranking.test.ts',
  'tests/long/database/upgrade.test.ts',
  'tests/long/guides/change-an-entity.test.ts',
]

test('a test that distinguishes between engines runs on each engine', () => {
  const engineFiles = files.filter((file) =>
    enginePattern.test(readFileSync(join(projectRoot, file), 'utf8')),
  )
  expect(engineFiles.length).toBeGreaterThan(10)
  expect(
    engineFiles.filter((file) => !runsOn(file).embedded || !runsOn(file).postgres).sort(),
  ).toEqual(singleEnginePatterns)
})

/** Behaviour that may differ between the engines, with the tests that cover it. */
const otherDatabases = {
  'migrations of empty databases, and of databases with records': [
    'database/migrate',
    'database/changes',
    'long/database/first-migrations',
  ],
  'backups, including truncated ones': [
    'packages/server/tests/long/database/backup',
    'long/database/interrupted-restore',
  ],
  'locks, transactions and statements that take too long': [
    'database/engines',
    'packages/server/tests/api/server/repeated-calls',
    'packages/server/tests/api/jobs/runner',
  ],
  'sorting, folding and searching of letters': [
    'database/refold-search-text',
    'packages/server/tests/api/records/lists',
  ],
  'records with every field type, written, read, filtered, sorted and exported': [
    'pack/field-types',
    'pack/pack',
  ],
  'generated statements': [
    'packages/server/tests/api/records/predicates',
    'packages/server/tests/api/records/expressions',
    'packages/server/tests/api/records/facets',
    'packages/server/tests/api/records/as-of',
  ],
  'single writes, bulk writes, imports and undo': [
    ...[
      'packages/server/tests/api/records/writes',
      'packages/server/tests/api/bulk/edit',
      'packages/server/tests/api/bulk/selections',
      'packages/server/tests/api/exchange/import',
      'packages/server/tests/api/jobs/undo',
    ],
  ],
  'events that one process sends to another': ['packages/server/tests/api/server/live'],
}

test.each(Object.entries(otherDatabases))('%s are tested on each engine', (_, cases) => {
  const named = cases.map(
    (name) => `${name.startsWith('packages/') ? '' : 'tests/'}${name}.test.ts`,
  )
  expect(named.filter((file) => !files.includes(file))).toEqual([])
  expect(named.filter((file) => !runsOn(file).embedded || !runsOn(file).postgres)).toEqual([])
})

test.each(['embedded', 'postgres,both', 'embedded,both', 'both'])(
  'a run on %s includes exactly the files listed for these databases',
  (entries) => {
    const vitest = join(projectRoot, 'node_modules/vitest/vitest.mjs')
    const { stdout } = spawnSync(
      process.execPath,
      [vitest, 'list', '--filesOnly', '--project', 'api', '--project', 'long', '--project', 'pack'],
      {
        cwd: projectRoot,
        env: { ...process.env, SUITE_ON: entries, NO_COLOR: '1' },
        encoding: 'utf8',
      },
    )
    const testFiles = stdout.match(/(?:packages\/\w+\/)?tests\/\S+/g) ?? []
    expect(testFiles.sort()).toEqual(
      files.filter((file) => entries.split(',').includes(databasesOf(file) ?? '')).sort(),
    )
  },
)

test('npm test and npm run test:long together run each file on every database listed for it', () => {
  const steps = readFileSync(join(projectRoot, 'scripts/steps.mjs'), 'utf8')
  const runs = [...steps.matchAll(/runOnEmbedded\('([a-z,]+)', ((?:'[a-z]+'(?:, )?)+)\)/g)].map(
    ([, entries, projects]) => `${entries}: ${projects}`,
  )
  expect(runs).toEqual([
    "embedded,both: 'api'",
    "embedded: 'api', 'pack'",
    "embedded,both: 'long'",
    "both: 'api', 'pack'",
  ])
})
