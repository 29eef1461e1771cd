import type { WireHealth, WireUser } from '@matricola/schema/wire/wire.ts'
import { recordClockTime, runHousekeepingOf } from '@matricola/testing/clock.ts'
import { library, libraryEngines, startLibrarySessions } from '@matricola/testing/library/app.ts'
import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildServer } from '../../../app/build-server.ts'
import { uuidv7 } from '../../../database/uuid.ts'
import { queueMail } from '../../../mail/outbox.ts'

const minute = 60_000

describe.each(libraryEngines)('the health of the program on $engine', ({ open, engine }) => {
  let site: SessionApp
  let userId: string
  let admin: TestBrowser
  beforeAll(async () => {
    site = await startLibrarySessions({}, open)
    userId = await site.createAccount('admin', { username: 'root' })
    await site.createAccount('librarian', { username: 'office' })
  })
  afterAll(() => site.close())
  beforeEach(async () => {
    await recordClockTime(site.context)
    admin = site.browser()
    await admin.signIn('root')
    await site.database.query('delete from outbox_mail')
    await site.database.query('delete from job')
  })

  /**
   * The current response of `/readyz`, from a new application without cached results of earlier
   * checks.
   */
  async function health(browser: TestBrowser = admin): Promise<WireHealth> {
    const app = buildServer(library, site.context)
    const cookie = [...browser.jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await app.inject({ url: '/readyz', headers: { cookie } })
    await app.close()
    return answer.json()
  }
  const alarms = async () =>
    (await admin.call<WireUser>('GET', '/api/authentication/check-auth')).data.alarms
  const mail = (minutesAgo: number) =>
    queueMail(site.database, new Date(site.context.clock.now().getTime() - minutesAgo * minute), {
      kind: 'passwordChanged',
      userId,
      language: 'en',
    })
  const job = (
    minutesAgo: number,
    values: { state: string; error?: string; lease?: number; finished?: number },
  ) => {
    const ago = (minutes: number | undefined) =>
      minutes === undefined
        ? null
        : new Date(site.context.clock.now().getTime() - minutes * minute).toISOString()
    return site.database.query(
      `insert into job (id, kind, resource, state, actor_id, actor_name, actor_role, language, input, total, counts, created_at, error, lease_until, finished_at)
       values ($1, 'edit', 'members', $2, $3, 'Root', 'admin', 'en', '{}', 1, '{}', $4, $5, $6, $7)`,
      [
        uuidv7(),
        values.state,
        userId,
        ago(minutesAgo),
        values.error ?? null,
        ago(values.lease),
        ago(values.finished),
      ],
    )
  }

  test('is reported in detail to admins, and as one word to other callers', async () => {
    const office = site.browser()
    await office.signIn('office')
    for (const other of [office, site.browser()])
      expect(await health(other)).toEqual({ status: 'ready' })
    expect(await health()).toMatchObject({
      status: 'ready',
      engine,
      migration: expect.stringMatching(/^\d{4}_/),
      disk: 'ample',
      clock: { isTrusted: true },
      mails: { waiting: 0, stuck: 0, givenUp: 0 },
      jobs: { waiting: 0, stuck: 0, givenUp: 0 },
      picturesWaiting: 0,
      lastBackupAt: null,
    })
    expect(await alarms()).toBeUndefined()
  })

  test('is degraded by emails that wait for more than a quarter of an hour, but not by scheduled ones', async () => {
    await mail(10)
    await queueMail(site.database, new Date(site.context.clock.now().getTime() - 60 * minute), {
      kind: 'passwordChanged',
      userId,
      runAt: new Date(site.context.clock.now().getTime() + minute),
    })
    expect(await alarms()).toBeUndefined()
    await mail(16)
    expect(await alarms()).toEqual({ mails: 1 })
    expect(await health()).toMatchObject({ status: 'degraded', mails: { waiting: 3, stuck: 1 } })
    expect(await health(site.browser())).toEqual({ status: 'degraded' })
  })

  test('is degraded by an email that keeps being retried, and by one abandoned in the last week', async () => {
    await mail(16)
    await site.database.query(
      "update outbox_mail set attempts = 4, run_at = now() + interval '1 hour'",
    )
    expect(await alarms()).toEqual({ mails: 1 })
    await site.database.query("update outbox_mail set state = 'dead'")
    expect(await alarms()).toEqual({ mails: 1 })
    expect(await health()).toMatchObject({ status: 'degraded', mails: { givenUp: 1 } })
    await site.database.query("update outbox_mail set run_at = run_at - interval '8 days'")
    expect(await alarms()).toBeUndefined()
  })

  test('reports that sending has stopped if ten emails have waited for an hour in which none was sent', async () => {
    const waiting = 10
    for (let sent = 1; sent < waiting; sent += 1) await mail(61)
    expect(await alarms()).toEqual({ mails: waiting - 1 })
    await mail(61)
    expect(await alarms()).toEqual({ mails: waiting, stoppedMails: waiting })
    await mail(16)
    expect(await alarms()).toEqual({ mails: waiting + 1, stoppedMails: waiting })
    await site.database.query(
      `update outbox_mail set state = 'sent', sent_at = $1
       where id = (select id from outbox_mail order by created_at desc limit 1)`,
      [site.context.clock.now().toISOString()],
    )
    expect(await alarms()).toEqual({ mails: waiting })
  })

  test('is degraded by unclaimed and failed jobs, but not by running, paused or denied ones', async () => {
    await job(60, { state: 'running', lease: -1 })
    await job(60, { state: 'paused' })
    await job(60, { state: 'failed', error: 'access.denied', finished: 50 })
    await job(10, { state: 'checking' })
    expect(await alarms()).toBeUndefined()
    await job(16, { state: 'checking' })
    await job(60, { state: 'failed', error: 'server.failed', finished: 50 })
    expect(await alarms()).toEqual({ jobs: 2 })
    expect(await health()).toMatchObject({
      status: 'degraded',
      jobs: { waiting: 3, stuck: 1, givenUp: 1 },
    })
  })
})

describe.each(libraryEngines)('metrics for a monitor on $engine', ({ open, engine }) => {
  const metricsToken = 'monitor-0123456789abcdef'
  let site: SessionApp
  let app: ReturnType<typeof buildServer>
  beforeAll(async () => {
    site = await startLibrarySessions({}, open)
    app = buildServer(library, {
      ...site.context,
      config: { ...site.context.config, metricsToken },
    })
  })
  afterAll(async () => {
    await app.close()
    await site.close()
  })
  const getMetrics = (token?: string) =>
    app.inject({
      url: '/metrics',
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    })

  test('require the token, and are unavailable when none is set', async () => {
    expect(
      (await site.app.inject({ url: '/metrics', headers: { authorization: 'Bearer undefined' } }))
        .statusCode,
    ).toBe(404)
    for (const token of [undefined, '', 'monitor-0123456789abcdeg'])
      expect((await getMetrics(token)).statusCode).toBe(401)
    const answer = await getMetrics(metricsToken)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^text\/plain/)
  })

  test('cover responses by route and status, queues, the pool, the disk and backups, but contain no record', async () => {
    const id = uuidv7()
    await app.inject(`/api/members/${id}?search=Popescu`)
    await app.inject('/api/nowhere')
    await queueMail(site.database, site.context.clock.now(), {
      kind: 'passwordChanged',
      userId: await site.createAccount('admin'),
      language: 'en',
    })
    const { body } = await getMetrics(metricsToken)
    for (const line of [
      'matricola_http_request_duration_seconds_count{method="GET",route="/api/members/:id",status="401"} 1',
      'matricola_http_request_duration_seconds_count{method="GET",route="none",status="404"} 1',
      'matricola_database_up 1',
      'matricola_queue_entries{queue="mails",state="waiting"} 1',
      'matricola_queue_entries{queue="jobs",state="stuck"} 0',
      'matricola_queue_entries{queue="pictures",state="waiting"} 0',
      'matricola_clock_trusted 1',
      'matricola_disk_free_bytes 5000000000',
    ])
      expect(body.split('\n')).toContain(line)
    expect(body.includes('matricola_database_connections{state="waiting"} 0')).toBe(
      engine === 'postgres',
    )
    expect(body).toMatch(/^matricola_housekeeping_backlog_rows\{table="session"\} 0$/m)
    expect(body).toContain('nodejs_eventloop_lag_p99_seconds')
    expect(body).not.toContain(id)
    expect(body).not.toMatch(/Popescu|nowhere|matricola_last_backup_timestamp_seconds \d/)
    await site.database.query(
      "insert into security_event (id, at, kind, details) values ($1, '2026-01-01T00:00:00Z', 'backupTaken', '{}')",
      [uuidv7()],
    )
    expect((await getMetrics(metricsToken)).body).toContain(
      'matricola_last_backup_timestamp_seconds 1767225600',
    )
  })

  test('distinguish a complete stored archive from a download and from an incomplete one', async () => {
    await site.database.query("delete from security_event where kind = 'backupTaken'")
    const insertBackupEvent = (userOrNone: string | null, details: string) =>
      site.database.query(
        "insert into security_event (id, at, kind, user_id, details) values ($1, '2026-01-01T00:00:00Z', 'backupTaken', $2, $3)",
        [uuidv7(), userOrNone, JSON.parse(details)],
      )
    await insertBackupEvent(uuidv7(), '{}')
    await insertBackupEvent(null, '{"missingFiles": 1}')
    expect((await getMetrics(metricsToken)).body).not.toMatch(
      /matricola_last_backup_timestamp_seconds \d/,
    )
    await insertBackupEvent(null, '{}')
    expect((await getMetrics(metricsToken)).body).toMatch(
      /matricola_last_backup_timestamp_seconds \d/,
    )
  })

  test('count the rows that housekeeping has not removed', async () => {
    await site.database.query(
      "insert into security_event (id, at, kind, details) select gen_random_uuid(), '2020-01-01', 'signedIn', '{}' from generate_series(1, 3000)",
    )
    expect((await getMetrics(metricsToken)).body).toContain(
      'matricola_housekeeping_backlog_rows{table="security_event"} 3000',
    )
    await runHousekeepingOf(library, site.context)
    expect((await getMetrics(metricsToken)).body).toContain(
      'matricola_housekeeping_backlog_rows{table="security_event"} 0',
    )
  })

  test('report that the database is gone, and remain available', async () => {
    const vitals = { query: () => Promise.reject(new Error('gone')) }
    const database = { ...site.database, vitals }
    const other = buildServer(library, {
      ...site.context,
      database,
      config: { ...site.context.config, metricsToken },
    })
    const { body, statusCode } = await other.inject({
      url: '/metrics',
      headers: { authorization: `Bearer ${metricsToken}` },
    })
    expect(statusCode).toBe(200)
    expect(body).toContain('matricola_database_up 0')
    expect(body).not.toContain('matricola_queue_entries{')
    await other.close()
  })
})

describe.each(libraryEngines.filter(({ engine }) => engine === 'postgres'))(
  'readiness on $engine',
  ({ open }) => {
    test('does not wait behind calls that wait for a lock', async () => {
      const site = await startLibrarySessions({}, open)
      const { database } = site
      let free: () => void = () => undefined
      const diskFreed = new Promise<void>((resolve) => {
        free = resolve
      })
      let lock: () => void = () => undefined
      const locked = new Promise<void>((resolve) => {
        lock = resolve
      })
      const openTransaction = database.transaction(async (queries) => {
        await queries.query('lock table branches')
        lock()
        await diskFreed
      })
      await locked
      const waiting = Array.from({ length: 60 }, () =>
        database.query('select count(*) from branches'),
      )
      expect((await site.app.inject('/readyz')).json()).toEqual({ status: 'ready' })
      free()
      await Promise.all([openTransaction, ...waiting])
      await site.close()
    })
  },
)
