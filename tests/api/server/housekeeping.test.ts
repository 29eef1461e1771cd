import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readBacklog, runHousekeeping } from '@matricola/server/session/housekeeping.ts'
import { recordClockTime } from '@matricola/testing/clock.ts'
import type { SessionApp } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { incomingFolder } from '#server/admission/submission/read-form.ts'
import { runHousekeepingNow } from '#tests/support/clock.ts'
import { startSessionApp } from '#tests/support/session-app.ts'
import { testedApp } from '#tests/support/tested-app.ts'

let site: SessionApp
let userId: string
beforeAll(async () => {
  site = await startSessionApp()
  userId = await site.createAccount('student', { username: 'ana' })
})
afterAll(() => site.close())

const day = 24 * 3_600_000
const count = async (table: string) =>
  (await site.database.query<{ n: number }>(`select count(*) as n from ${table}`))[0]?.n

test('partial uploads that a stop interrupted are removed from the disk after an hour', async () => {
  const folder = incomingFolder(site.context.config.dataDir)
  mkdirSync(folder, { recursive: true })
  for (const name of ['old', 'new']) writeFileSync(join(folder, name), 'half a document')
  const before = new Date(Date.now() - 2 * 3_600_000)
  utimesSync(join(folder, 'old'), before, before)
  await runHousekeepingNow(site.context)
  expect(readdirSync(folder)).toEqual(['new'])
})

test('applicant sessions are removed a day after their end', async () => {
  const { database, context } = site
  const [now, id] = [context.clock.now(), userId]
  await database.query(
    `insert into applicant_session (hash, registration_id, created_at, expires_at) values ('h', $1, $2, $2::timestamptz + interval '30 minutes')`,
    [id, now],
  )
  site.wait(day - 60_000)
  await runHousekeepingNow(context)
  expect(await count('applicant_session')).toBe(1)
  site.wait(day / 24)
  await runHousekeepingNow(context)
  expect(await count('applicant_session')).toBe(0)
})

/** Expired rows of each table that housekeeping empties. */
const overdue: readonly (readonly [table: string, insert: string])[] = [
  [
    'security_event',
    "insert into security_event (id, at, kind, details) select gen_random_uuid(), $1, 'signedIn', '{}' from generate_series(1, 3000)",
  ],
  [
    'session',
    `insert into session (id, user_id, created_at, last_used_at, absolute_expires_at, reauthenticated_at)
     select gen_random_uuid(), gen_random_uuid(), $1, $1, $1, $1 from generate_series(1, 3000)`,
  ],
  [
    'access_log',
    `insert into access_log (id, at, user_name, resource, kind) select gen_random_uuid(), $1, 'Ana', 'students', 'opened' from generate_series(1, 2600)`,
  ],
  [
    'presence',
    "insert into presence (resource, record_id, user_id, seen_at) select 'students', gen_random_uuid(), gen_random_uuid(), $1 from generate_series(1, 700)",
  ],
  [
    'notifications',
    `insert into notifications (id, user_id, type, subject, sent_at, created_at)
     select gen_random_uuid(), (select id from users limit 1), 'system', 'x', $1, $1 from generate_series(1, 700)`,
  ],
  [
    'outbox_mail',
    `insert into outbox_mail (id, kind, language, params, state, created_at, run_at)
     select gen_random_uuid(), 'reset', 'en', '{}', 'sent', $1, $1 from generate_series(1, 1200)`,
  ],
  [
    'job',
    `insert into job (id, kind, resource, state, actor_id, actor_name, actor_role, language, input, total, counts, created_at, finished_at)
     select gen_random_uuid(), 'edit', 'students', 'done', gen_random_uuid(), 'A', 'admin', 'en', '{}', 1, '{}', $1, $1 from generate_series(1, 1200)`,
  ],
  [
    'application_draft',
    `insert into application_draft (id, code_hash, key_hash, encrypted_content, version, saved_at)
     select gen_random_uuid(), n::text, n::text, null, 1, $1 from generate_series(1, 1100) n`,
  ],
  [
    'file',
    `insert into file (id, key, name, media_type, bytes, sha256, original_sha256, created_at)
     select gen_random_uuid(), '2020/01/' || n, 'a', 'application/pdf', 1, 'x', 'x', $1 from generate_series(1, 1100) n`,
  ],
]
const sevenYearsAgo = () =>
  new Date(site.context.clock.now().getTime() - 7 * 365 * day).toISOString()
const fill = async () => {
  for (const [, insert] of overdue) await site.database.query(insert, [sevenYearsAgo()])
}
const countRemaining = async () =>
  Object.fromEntries(
    await Promise.all(overdue.map(async ([table]) => [table, await count(table)] as const)),
  )

test('two concurrent rounds together remove any amount of expired data', async () => {
  await runHousekeepingNow(site.context)
  const before = await countRemaining()
  await fill()
  await recordClockTime(site.context)
  expect(
    await readBacklog(site.database, testedApp.packs.housekeeping, site.context.clock.now()),
  ).toEqual(
    new Map(
      [...(await readBacklog(site.database, testedApp.packs.housekeeping, new Date(0)))].map(
        ([table]) => [table, overdueRows[table] ?? 0],
      ),
    ),
  )
  // Two processes run it at the same time. Neither waits for the other, and together they remove
  // everything.
  await Promise.all([runHousekeepingNow(site.context), runHousekeepingNow(site.context)])
  expect(await countRemaining()).toEqual(before)
  for (const rows of (
    await readBacklog(site.database, testedApp.packs.housekeeping, site.context.clock.now())
  ).values())
    expect(rows).toBe(0)
})

const overdueRows: { readonly [table: string]: number } = Object.fromEntries(
  overdue.map(([table, insert]) => [
    table,
    Number(/generate_series\(1, (\d+)\)/.exec(insert)?.[1]),
  ]),
)

test('no housekeeping rule scans a whole table to find expired rows', async () => {
  const statements: { readonly text: string; readonly values: readonly unknown[] }[] = []
  const query: typeof site.database.query = (text, values = []) => {
    statements.push({ text, values })
    return site.database.query(text, values)
  }
  await recordClockTime(site.context)
  await runHousekeeping(
    { ...site.context, database: { ...site.database, query } },
    testedApp.packs.housekeeping,
  )
  const removing = statements.filter(({ text }) =>
    /^(delete|select id from (job|selection)|update file)/.test(text),
  )
  expect(removing.length).toBeGreaterThan(15)
  const scanned = await site.database.transaction(async (queries) => {
    await queries.query('set local enable_seqscan = off')
    const found: string[] = []
    for (const { text, values } of removing) {
      const plan = await queries.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
      // Few accounts have a picture, so a sequential scan of them is acceptable.
      const scans = plan
        .map((row) => row['QUERY PLAN'])
        .filter((line) => /Seq Scan on (?!users|application_draft_file)/.test(line))
      found.push(...scans)
    }
    return found
  })
  expect(scanned).toEqual([])
})
