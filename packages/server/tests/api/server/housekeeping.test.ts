import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { recordClockTime, runHousekeepingOf } from '@matricola/testing/clock.ts'
import { library, startLibrarySessions } from '@matricola/testing/library/app.ts'
import type { SessionApp } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueMail, sendDueMails } from '../../../mail/outbox.ts'
import { createEmlMail } from '../../../ports/eml-mail.ts'
import { logRecordAccess } from '../../../records/reading/access-log.ts'
import { claimFiles, findFileById, stageNewFile } from '../../../session/file-records.ts'
import { readBacklog, runHousekeeping } from '../../../session/housekeeping.ts'

let site: SessionApp
let userId: string
beforeAll(async () => {
  site = await startLibrarySessions()
  userId = await site.createAccount('reader', { username: 'ana' })
})
afterAll(() => site.close())

const day = 24 * 3_600_000
const count = async (table: string) =>
  (await site.database.query<{ n: number }>(`select count(*) as n from ${table}`))[0]?.n

test('housekeeping does not remove live sessions, queued emails or new files', async () => {
  const browser = site.browser()
  await browser.signIn('ana')
  await queueMail(site.database, site.context.clock.now(), {
    kind: 'passwordChanged',
    userId,
    language: 'en',
  })
  const bytes = Buffer.from('%PDF-1.4')
  await stageNewFile(site.context, {
    bytes,
    original: bytes,
    kind: 'pdf',
    name: 'a.pdf',
    ownerId: userId,
  })
  expect(await runHousekeepingOf(library, site.context)).toBe(0)
  expect((await browser.call('GET', '/api/authentication/check-auth')).status).toBe(200)
})

test('expired rows and files are removed, but emails that could not be sent yet are not', async () => {
  const context = { ...site.context, mail: createEmlMail(site.context.config.dataDir, 'a@univ.ro') }
  await sendDueMails(context, library.packs.mails(context))
  const [{ id: mailId }] = (await site.database.query<{ id: string }>(
    'select id from outbox_mail',
  )) as [{ id: string }]
  const mailFile = join(site.context.config.dataDir, 'mail', `${mailId}.eml`)
  expect(existsSync(mailFile)).toBe(true)
  const [{ id: fileId, key }] = (await site.database.query<{ id: string; key: string }>(
    'select id, key from file',
  )) as [{ id: string; key: string }]
  site.wait(366 * day)
  await queueMail(site.database, new Date(site.context.clock.now().getTime() - 60 * day), {
    kind: 'passwordChanged',
    userId,
    language: 'en',
  })
  expect(await runHousekeepingOf(library, site.context)).toBeGreaterThan(5)
  for (const table of [
    'session',
    'access_token',
    'refresh_token',
    'device',
    'rate_limit',
    'security_event',
    'file',
  ]) {
    expect([table, await count(table)]).toEqual([table, 0])
  }
  expect(await count('outbox_mail')).toBe(1)
  expect(existsSync(mailFile)).toBe(false)
  expect(await findFileById(site.database, fileId)).toBeNull()
  await expect(site.context.files.read(key)).rejects.toThrow()
})

test('an unclaimed file is removed after a day, or after two days if a signed-in user uploaded it', async () => {
  const bytes = Buffer.from('%PDF-1.4')
  const file = { bytes, original: bytes, kind: 'pdf', name: 'a.pdf' } as const
  const [unownedFile, anaFile] = [
    await stageNewFile(site.context, { ...file, ownerId: null }),
    await stageNewFile(site.context, { ...file, ownerId: userId }),
  ]
  site.wait(day + 60_000)
  await runHousekeepingOf(library, site.context)
  expect([
    await findFileById(site.database, unownedFile),
    (await findFileById(site.database, anaFile))?.id,
  ]).toEqual([null, anaFile])
  site.wait(day - 60_000)
  await runHousekeepingOf(library, site.context)
  expect(await findFileById(site.database, anaFile)).toBeNull()
})

test('responses for repeated calls are removed after a day, access logs after five years', async () => {
  const { database, context } = site
  const [now, id] = [context.clock.now(), userId]
  await logRecordAccess(database, { id, name: 'Ana', role: 'librarian' }, now, {
    resource: 'members',
    recordId: id,
    kind: 'opened',
  })
  await database.query(
    `insert into repeated_call (scope, key_hash, fingerprint, answer, created_at) values ('s', 'k', 'f', 'a', $1)`,
    [now],
  )
  const countRows = async () => [await count('repeated_call'), await count('access_log')]
  site.wait(day - 60_000)
  await runHousekeepingOf(library, context)
  expect(await countRows()).toEqual([1, 1])
  site.wait(day / 24)
  await runHousekeepingOf(library, context)
  expect(await countRows()).toEqual([0, 1])
  site.wait(5 * 365 * day)
  await runHousekeepingOf(library, context)
  expect(await countRows()).toEqual([0, 0])
})

test('a file that the store cannot delete loses its owner, and is removed once the store responds', async () => {
  const bytes = Buffer.from('%PDF-1.4')
  const sent = { bytes, original: bytes, kind: 'pdf', name: 'a.pdf', ownerId: userId } as const
  const ids = [await stageNewFile(site.context, sent), await stageNewFile(site.context, sent)]
  const keys = (
    await site.database.query<{ key: string }>('select key from file where id = any($1::uuid[])', [
      ids,
    ])
  ).map(({ key }) => key)
  site.wait(2 * day + 60_000)
  const remove = () => Promise.reject(new Error('the store is away'))
  await runHousekeepingOf(library, {
    ...site.context,
    files: { ...site.context.files, remove },
  })
  for (const fileId of ids) {
    expect((await findFileById(site.database, fileId))?.owner_id).not.toBe(userId)
    const claim = {
      files: [{ fileId, field: 'imagePath', accept: ['webp' as const] }],
      ownerId: userId,
      resource: 'users',
      recordId: userId,
    }
    expect(
      await site.database.transaction((queries) =>
        claimFiles(queries, claim, site.context.clock.now()),
      ),
    ).toEqual(new Set())
  }
  await runHousekeepingOf(library, site.context)
  for (const id of ids) expect(await findFileById(site.database, id)).toBeNull()
  for (const key of keys) await expect(site.context.files.read(key)).rejects.toThrow()
})

test('a file whose row cannot be written is not stored, and a file that the store refuses has no row', async () => {
  const bytes = Buffer.from('%PDF-1.4')
  const sent = { bytes, original: bytes, kind: 'pdf', name: 'a.pdf', ownerId: userId } as const
  const written: string[] = []
  const files = {
    ...site.context.files,
    write(key: string) {
      written.push(key)
      return Promise.reject(new Error('the store is full'))
    },
  }
  const before = await count('file')
  const database = {
    ...site.database,
    query: () => Promise.reject(new Error('the database is away')),
  }
  await expect(stageNewFile({ ...site.context, database, files }, sent)).rejects.toThrow(
    'the database is away',
  )
  expect(written).toEqual([])
  await expect(stageNewFile({ ...site.context, files }, sent)).rejects.toThrow('the store is full')
  expect([written.length, await count('file')]).toEqual([1, before])
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
    `insert into access_log (id, at, user_name, resource, kind) select gen_random_uuid(), $1, 'Ana', 'members', 'opened' from generate_series(1, 2600)`,
  ],
  [
    'presence',
    "insert into presence (resource, record_id, user_id, seen_at) select 'members', gen_random_uuid(), gen_random_uuid(), $1 from generate_series(1, 700)",
  ],
  [
    'outbox_mail',
    `insert into outbox_mail (id, kind, language, params, state, created_at, run_at)
     select gen_random_uuid(), 'reset', 'en', '{}', 'sent', $1, $1 from generate_series(1, 1200)`,
  ],
  [
    'job',
    `insert into job (id, kind, resource, state, actor_id, actor_name, actor_role, language, input, total, counts, created_at, finished_at)
     select gen_random_uuid(), 'edit', 'members', 'done', gen_random_uuid(), 'A', 'admin', 'en', '{}', 1, '{}', $1, $1 from generate_series(1, 1200)`,
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
  await runHousekeepingOf(library, site.context)
  const before = await countRemaining()
  await fill()
  await recordClockTime(site.context)
  expect(
    await readBacklog(site.database, library.packs.housekeeping, site.context.clock.now()),
  ).toEqual(
    new Map(
      [...(await readBacklog(site.database, library.packs.housekeeping, new Date(0)))].map(
        ([table]) => [table, overdueRows[table] ?? 0],
      ),
    ),
  )
  // Two processes run it at the same time. Neither waits for the other, and together they remove
  // everything.
  await Promise.all([
    runHousekeepingOf(library, site.context),
    runHousekeepingOf(library, site.context),
  ])
  expect(await countRemaining()).toEqual(before)
  for (const rows of (
    await readBacklog(site.database, library.packs.housekeeping, site.context.clock.now())
  ).values())
    expect(rows).toBe(0)
})

const overdueRows: { readonly [table: string]: number } = Object.fromEntries(
  overdue.map(([table, insert]) => [
    table,
    Number(/generate_series\(1, (\d+)\)/.exec(insert)?.[1]),
  ]),
)

test('a table that cannot be cleaned does not block the others', async () => {
  await fill()
  const query: typeof site.database.query = (text, values) =>
    /^delete from (session|access_log) /.test(text)
      ? Promise.reject(new Error('locked'))
      : site.database.query(text, values)
  await recordClockTime(site.context)
  await runHousekeeping(
    { ...site.context, database: { ...site.database, query } },
    library.packs.housekeeping,
  )
  expect(await countRemaining()).toMatchObject({
    session: 3000,
    access_log: 2600,
    security_event: 0,
    outbox_mail: 1,
    file: 0,
  })
  await runHousekeepingOf(library, site.context)
  expect(await countRemaining()).toMatchObject({ session: 0, access_log: 0 })
})

test('a stop ends the round after the current statement', async () => {
  await fill()
  let statements = 0
  const query: typeof site.database.query = (text, values) => {
    if (text.startsWith('delete')) statements++
    return site.database.query(text, values)
  }
  await recordClockTime(site.context)
  await runHousekeeping(
    { ...site.context, database: { ...site.database, query } },
    library.packs.housekeeping,
    () => statements > 0,
  )
  expect(statements).toBe(1)
  await runHousekeepingOf(library, site.context)
})

test('no housekeeping rule scans a whole table to find expired rows', async () => {
  const statements: { readonly text: string; readonly values: readonly unknown[] }[] = []
  const query: typeof site.database.query = (text, values = []) => {
    statements.push({ text, values })
    return site.database.query(text, values)
  }
  await recordClockTime(site.context)
  await runHousekeeping(
    { ...site.context, database: { ...site.database, query } },
    library.packs.housekeeping,
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
        .filter((line) => /Seq Scan on (?!users)/.test(line))
      found.push(...scans)
    }
    return found
  })
  expect(scanned).toEqual([])
})
