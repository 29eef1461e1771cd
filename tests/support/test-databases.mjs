import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The databases on which the commands of `package.json` run each test folder or file. The most
 * specific entry applies. `npx vitest run <file>` runs any test on whichever database is
 * configured. Reasons: docs/decisions/0042.
 */
export const databasesByPath = {
  /**
   * Behaviour that depends on the engine: generated SQL, migrations, backups, locks, jobs, and
   * communication between processes.
   */
  both: [
    'tests/database',
    'tests/long',
    'tests/pack',
    'tests/api/bulk',
    'tests/api/admission/form-versions-at-once.test.ts',
    'tests/api/exchange',
    'tests/api/jobs',
    'tests/api/records',
    'tests/api/server',
    'packages/server/tests/api/bulk',
    'packages/server/tests/api/exchange',
    'packages/server/tests/api/jobs',
    'packages/server/tests/api/records',
    'packages/server/tests/api/server',
    'packages/server/tests/database',
    'packages/server/tests/long',
  ],
  /**
   * University scenarios with concurrency, which a database with many connections exercises better,
   * and tests that store a lot of data.
   */
  postgres: [
    'tests/api/academic',
    'tests/api/admission',
    'tests/api/authentication',
    'packages/server/tests/api/authentication',
    'tests/api/bulk/actions.test.ts',
    'packages/server/tests/api/bulk/actions.test.ts',
    'packages/server/tests/api/bulk/batch.test.ts',
    'tests/api/dashboard',
    'tests/api/every-resource',
    'tests/api/exchange/export.test.ts',
    'tests/api/exchange/import-students.test.ts',
    'packages/server/tests/api/exchange/import-corrected.test.ts',
    'packages/server/tests/api/exchange/import-values.test.ts',
    'packages/server/tests/api/exchange/export.test.ts',
    'packages/server/tests/api/exchange/job-file.test.ts',
    'packages/server/tests/api/jobs/housekeeping.test.ts',
    'packages/server/tests/api/jobs/routes.test.ts',
    'packages/server/tests/api/messages',
    'tests/api/messages',
    'tests/api/records/departments.test.ts',
    'tests/api/records/fuzz.test.ts',
    'tests/api/records/reference-names.test.ts',
    'tests/api/records/access-log.test.ts',
    'tests/api/records/registrations.test.ts',
    'tests/api/records/restore.test.ts',
    'packages/server/tests/api/records/access-log.test.ts',
    'packages/server/tests/api/records/neighbours.test.ts',
    'packages/server/tests/api/records/option-conditions.test.ts',
    'packages/server/tests/api/records/restore.test.ts',
    'packages/server/tests/api/records/saved-views.test.ts',
    'packages/server/tests/api/server/several-processes.test.ts',
    'packages/server/tests/api/server/clock.test.ts',
    'packages/server/tests/api/server/housekeeping.test.ts',
    'packages/server/tests/api/server/settings-export.test.ts',
    'tests/api/records/saved-views.test.ts',
    'tests/api/server/clock.test.ts',
    'tests/api/server/housekeeping.test.ts',
    'tests/api/server/replica.test.ts',
    'tests/database/demo-university.test.ts',
    'packages/server/tests/long/api',
    'tests/long/database/killed-ranking.test.ts',
    'packages/server/tests/long/database/restores.test.ts',
    'tests/long/database/upgrade.test.ts',
    'tests/pack/extension.test.ts',
    'tests/pack/former-names.test.ts',
    'tests/pack/computed-fields.test.ts',
    'tests/pack/child-rows.test.ts',
  ],
  /** HTTP, access and text rules, developer commands, and features of the embedded engine only. */
  embedded: [
    'tests/api/http',
    'packages/server/tests/api/http',
    'packages/server/tests/api/records/http.test.ts',
    'tests/api/records/access.test.ts',
    'packages/server/tests/api/records/hooks.test.ts',
    'tests/api/records/http.test.ts',
    'tests/api/records/openapi.test.ts',
    'tests/api/specification',
    'tests/long/database/embedded',
    'tests/long/database/kept-archives.test.ts',
    'tests/long/guides',
    'tests/pack/derived-texts.test.ts',
    'tests/pack/fifth-language.test.ts',
    'tests/pack/links-page.test.ts',
    'tests/pack/pages.test.ts',
  ],
}

const isFile = (place) => place.endsWith('.test.ts')

/** Whether a test file is the given file or is in the given folder. */
export const isInPlace = (place, file) =>
  isFile(place) ? file === place : file.startsWith(`${place}/`)

const longestFirst = Object.entries(databasesByPath)
  .flatMap(([databases, places]) => places.map((place) => ({ databases, place })))
  .sort((a, b) => b.place.length - a.place.length)

/** Returns the `databasesByPath` entry for a file: the most specific one. */
export const databasesOf = (file) =>
  longestFirst.find(({ place }) => isInPlace(place, file))?.databases

const root = fileURLToPath(new URL('../../', import.meta.url))
const folders = [
  ...['api', 'database', 'long/database', 'long/guides', 'pack'].map((folder) => `tests/${folder}`),
  ...['api', 'database', 'long'].map((folder) => `packages/server/tests/${folder}`),
]

/** All test files that need a database, relative to the repository root. */
export const databaseTests = () =>
  folders.flatMap((folder) =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
          .filter((name) => /\.test\.tsx?$/.test(name))
          .map((name) => `${folder}/${name}`)
      : [],
  )

/**
 * Files that a run skips. `entries` names the `databasesByPath` entries to run, separated by
 * commas, as in `postgres,both`. Without it, nothing is skipped.
 */
export const excludedTests = (entries) => {
  if (entries === undefined) return []
  const taken = entries.split(',')
  return databaseTests().filter((file) => !taken.includes(databasesOf(file)))
}
