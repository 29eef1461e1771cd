/**
 * Databases by the folders of tests that `npm test` runs on them; the innermost folder counts. `npm run check` and
 * `npx vitest run <file>` run every test on the one database there is. Why what runs where: docs/decisions/0042.
 */
export const whereRun = {
  /** Cases of an engine: SQL that is generated, migrations, backups, locks, jobs, what other processes notice. */
  both: ['tests/database', 'tests/pack', 'tests/api/bulk', 'tests/api/exchange', 'tests/api/jobs', 'tests/api/records', 'tests/api/server'],
  /** Stories of the university: they race, and a database of many connections races more. */
  postgres: [
    'tests/api/academic',
    'tests/api/admission',
    'tests/api/authentication',
    'tests/api/dashboard',
    'tests/api/every-resource',
    'tests/api/messages',
  ],
  /** Rules of HTTP, texts and the developer's commands, and what the embedded engine alone has. */
  embedded: ['tests/api/http', 'tests/api/specification', 'tests/database/embedded', 'tests/guides'],
}

/** Files that a run of `npm test` on this database leaves out; any other run leaves out none. */
export const leftOut = (database) => {
  if (database === undefined) return []
  const others = { embedded: whereRun.postgres, postgres: whereRun.embedded }[database]
  return others.map((folder) => `${folder}/**`)
}
