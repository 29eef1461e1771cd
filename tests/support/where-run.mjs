import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Databases on which the commands of `package.json` run each folder or file of tests; the innermost entry counts.
 * `npx vitest run <file>` runs any test on the one database there is. Reasons: docs/decisions/0042.
 */
export const whereRun = {
  /** Cases of an engine: SQL that is generated, migrations, backups, locks, jobs, what other processes notice. */
  both: [
    'tests/database',
    'tests/long',
    'tests/pack',
    'tests/api/bulk',
    'tests/api/exchange',
    'tests/api/jobs',
    'tests/api/records',
    'tests/api/server',
  ],
  /** Stories of the university: they race, and a database of many connections races more. And what stores very much. */
  postgres: [
    'tests/api/academic',
    'tests/api/admission',
    'tests/api/authentication',
    'tests/api/bulk/actions.test.ts',
    'tests/api/bulk/batch.test.ts',
    'tests/api/dashboard',
    'tests/api/every-resource',
    'tests/api/exchange/export.test.ts',
    'tests/api/exchange/import-corrected.test.ts',
    'tests/api/exchange/import-students.test.ts',
    'tests/api/exchange/import-values.test.ts',
    'tests/api/exchange/job-file.test.ts',
    'tests/api/jobs/housekeeping.test.ts',
    'tests/api/jobs/routes.test.ts',
    'tests/api/messages',
    'tests/api/records/departments.test.ts',
    'tests/api/records/fuzz.test.ts',
    'tests/api/records/names.test.ts',
    'tests/api/records/neighbours.test.ts',
    'tests/api/records/noted-reads.test.ts',
    'tests/api/records/options-where.test.ts',
    'tests/api/records/registrations.test.ts',
    'tests/api/records/restore.test.ts',
    'tests/api/records/saved-views.test.ts',
    'tests/api/server/clock.test.ts',
    'tests/api/server/housekeeping.test.ts',
    'tests/api/server/replica.test.ts',
    'tests/api/server/settings-data.test.ts',
    'tests/api/server/several-processes.test.ts',
    'tests/database/demo-university.test.ts',
    'tests/long/api',
    'tests/long/database/killed-ranking.test.ts',
    'tests/long/database/restores.test.ts',
    'tests/long/database/upgrade.test.ts',
    'tests/pack/extension.test.ts',
    'tests/pack/former.test.ts',
    'tests/pack/reckoned.test.ts',
    'tests/pack/rows.test.ts',
  ],
  /** Rules of HTTP, of access and of texts, the developer's commands, and what the embedded engine alone has. */
  embedded: [
    'tests/api/http',
    'tests/api/records/access.test.ts',
    'tests/api/records/hooks.test.ts',
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

/** Whether a test file lies in a place. */
export const liesIn = (place, file) => (isFile(place) ? file === place : file.startsWith(`${place}/`))

const longestFirst = Object.entries(whereRun)
  .flatMap(([databases, places]) => places.map((place) => ({ databases, place })))
  .sort((a, b) => b.place.length - a.place.length)

/** The entry of `whereRun` that counts for a file: the innermost. */
export const databasesOf = (file) => longestFirst.find(({ place }) => liesIn(place, file))?.databases

const root = fileURLToPath(new URL('../../', import.meta.url))
const folders = ['api', 'database', 'long/api', 'long/database', 'long/guides', 'pack']

/** All test files that need a database, as paths from the root of the repository. */
export const databaseTests = () =>
  folders.flatMap((folder) =>
    readdirSync(join(root, 'tests', folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => `tests/${folder}/${name}`),
  )

/**
 * Files that a run leaves out. `entries` names the entries of `whereRun` that it takes, separated by commas, as in
 * `postgres,both`; without it, a run takes every file.
 */
export const leftOut = (entries) => {
  if (entries === undefined) return []
  const taken = entries.split(',')
  return databaseTests().filter((file) => !taken.includes(databasesOf(file)))
}
