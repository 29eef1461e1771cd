import type { Page, WireHealth, WireRecord, WireUser } from '@matricola/schema/wire/wire.ts'
import { buildServer } from '@matricola/server/app/build-server.ts'
import type { Database } from '@matricola/server/database/database.ts'
import { migrate } from '@matricola/server/database/migrate.ts'
import { connectPostgres } from '@matricola/server/database/postgres/postgres.ts'
import { ensureSettings } from '@matricola/server/database/settings.ts'
import { uuidv7 } from '@matricola/server/database/uuid.ts'
import { createPostgresDatabase, silentLog, testPostgresUrl } from '@matricola/testing/databases.ts'
import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { registry } from '#resources/index.ts'
import { migrations } from '#tests/support/databases.ts'
import {
  findPostgresBinaries,
  type Replicated,
  startWithReplica,
} from '#tests/support/postgres-server.mjs'
import { startSessionApp } from '#tests/support/session-app.ts'
import { testedApp } from '#tests/support/tested-app.ts'

const pollOptions = { timeout: 60_000, interval: 20 }

/** Creates a separate cluster from the PostgreSQL binaries of this machine. */
const servers =
  testPostgresUrl !== undefined && findPostgresBinaries() !== undefined ? ['PostgreSQL'] : []

describe.each(servers)('a streaming replica of %s', () => {
  let cluster: Replicated
  let addresses: { readonly url: string; readonly replicaUrl: string }
  let database: Database
  let second: Database
  let site: SessionApp
  let replicaClient: pg.Client
  let dean: TestBrowser
  let colleague: TestBrowser
  let office: TestBrowser

  const open = (mostLagMs: number) =>
    connectPostgres(addresses.url, silentLog, {
      max: 4,
      replicaUrl: addresses.replicaUrl,
      maxLagMs: mostLagMs,
    })
  const answered = async (target = database) => (await target.replica?.state())?.answered ?? -1
  const departments = async (browser: TestBrowser) =>
    (await browser.call<Page<WireRecord>>('GET', '/api/department-profiles')).data
  const names = async (browser: TestBrowser) =>
    (await departments(browser)).list.map(({ name }) => name)
  const pauseReplay = () => replicaClient.query('select pg_wal_replay_pause()')
  const resumeReplay = () => replicaClient.query('select pg_wal_replay_resume()')
  /** Whether the replica serves a call. It does so once checks have found that it keeps up. */
  async function isAnsweredByReplica(call: () => Promise<unknown>): Promise<boolean> {
    const before = await answered()
    await call()
    return (await answered()) > before
  }
  const follows = (call: () => Promise<unknown>) =>
    vi.waitFor(async () => expect(await isAnsweredByReplica(call)).toBe(true), pollOptions)

  beforeAll(async () => {
    cluster = (await startWithReplica()) ?? expect.unreachable('PostgreSQL is not installed')
    const { url } = await createPostgresDatabase(cluster.primary.url)
    const replica = new URL(cluster.replica.url)
    replica.pathname = new URL(url).pathname
    addresses = { url, replicaUrl: replica.href }
    // A limit so high that results do not become outdated even on a slow machine.
    database = await open(600_000)
    await migrate(database, migrations)
    await ensureSettings(database, registry)
    second = await open(600_000)
    site = await startSessionApp({ metricsToken: 'figures-for-a-monitor' }, async () => database)
    replicaClient = new pg.Client({ connectionString: replica.href })
    replicaClient.on('error', () => undefined)
    await replicaClient.connect()
    for (const username of ['dean', 'rector']) await site.createAccount('admin', { username })
    await site.createAccount('secretary', { username: 'office' })
    const signedIn = async (username: string) => {
      const browser = site.browser()
      await browser.signIn(username)
      return browser
    }
    dean = await signedIn('dean')
    colleague = await signedIn('rector')
    office = await signedIn('office')
    await dean.call('POST', '/api/department-profiles/create', { name: 'Istorie' })
  }, 120_000)
  afterAll(async () => {
    await replicaClient.end().catch(() => undefined)
    await second.close()
    await site.close()
    cluster.stop()
  })
  afterEach(() => resumeReplay().catch(() => undefined))

  test('serves lists, facets, searches and files, while records and their validation use the primary database', async () => {
    for (const path of [
      '/api/department-profiles',
      '/api/students/facets',
      '/api/search?q=istorie',
      '/api/department-profiles/export?lng=en',
    ])
      await follows(async () => expect((await colleague.call('GET', path)).status).toBe(200))
    const [first] = (await departments(colleague)).list
    const others = [
      `/api/department-profiles/${first?.id}`,
      '/api/saved-views',
      '/api/notifications',
      '/api/authentication/check-auth',
    ]
    for (const path of others)
      expect(
        await isAnsweredByReplica(async () =>
          expect((await colleague.call('GET', path)).status).toBe(200),
        ),
      ).toBe(false)
  })

  test('shows users their own writes immediately in any process, while other calls still use the replica', async () => {
    await follows(() => departments(colleague))
    await pauseReplay()
    const before = await departments(colleague)
    expect(
      (await dean.call('POST', '/api/department-profiles/create', { name: 'Chimie' })).status,
    ).toBe(201)
    expect(await names(dean)).toContain('Chimie')
    expect((await departments(dean)).totalCount).toBe(before.totalCount + 1)
    expect(
      (await dean.call<{ title: string }[]>('GET', '/api/search?q=chimie')).data.map(
        ({ title }) => title,
      ),
    ).toEqual(['Chimie'])
    const secondApp = buildServer(testedApp, { ...site.context, database: second })
    const cookie = [...dean.jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const otherResponse = await secondApp.inject({
      url: '/api/department-profiles',
      headers: { cookie },
    })
    expect(
      otherResponse.json<{ data: Page<WireRecord> }>().data.list.map(({ name }) => name),
    ).toContain('Chimie')
    await secondApp.close()
    let now: Page<WireRecord> | undefined
    expect(
      await isAnsweredByReplica(async () => {
        now = await departments(colleague)
      }),
    ).toBe(true)
    expect(now?.list).toEqual(before.list)
    await resumeReplay()
    await vi.waitFor(async () => expect(await names(colleague)).toContain('Chimie'), pollOptions)
    await follows(() => departments(dean))
    expect((await departments(dean)).totalCount).toBe(before.totalCount + 1)
  })

  test('does not determine which records a user may refer to once the account has changed', async () => {
    const holder = await site.createAccount('secretary', { username: 'sanda' })
    await database.query(
      `insert into professors (id, last_name, last_name_key, first_name, first_name_key, department_profile_id, email, email_key, user_id)
       select $1, 'Pop', 'pop', 'Sanda', 'sanda', id, 'sanda.pop@univ.ro', 'sanda.pop@univ.ro', $2 from departments limit 1`,
      [uuidv7(), holder],
    )
    const readNames = async () => {
      const { list } = (await office.call<Page<WireRecord>>('GET', '/api/professors')).data
      return list.map(({ _titles }) => _titles.userId)
    }
    await follows(readNames)
    await vi.waitFor(async () => expect(await readNames()).toEqual(['Ion Secretary']), pollOptions)
    await pauseReplay()
    expect(
      (
        await dean.call('PATCH', '/api/authentication/users/update', {
          id: holder,
          role: 'student',
        })
      ).status,
    ).toBe(200)
    expect(await readNames()).toEqual([undefined])
    expect(await isAnsweredByReplica(readNames)).toBe(false)
  })

  test('has the changes in a live update before it is sent', async () => {
    await pauseReplay()
    await dean.call('POST', '/api/department-profiles/create', { name: 'Fizică' })
    let isThere = false
    const following = database.replica?.waitUntilCurrent().then(() => {
      isThere = true
    })
    await answered()
    expect(isThere).toBe(false)
    await resumeReplay()
    await following
    expect(
      (await replicaClient.query(`select 1 from departments where name = 'Fizică'`)).rowCount,
    ).toBe(1)
  })

  test('that lags behind serves no calls, and admins see a notice', async () => {
    const strict = await open(200)
    const app = buildServer(testedApp, { ...site.context, database: strict })
    const cookie = [...colleague.jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const get = async <T>(url: string) => (await app.inject({ url, headers: { cookie } })).json<T>()
    await vi.waitFor(async () => {
      await get('/api/department-profiles')
      expect(await answered(strict)).toBeGreaterThan(0)
    }, pollOptions)
    await pauseReplay()
    await dean.call('POST', '/api/department-profiles/create', { name: 'Drept' })
    const listed = async () =>
      (await get<{ data: Page<WireRecord> }>('/api/department-profiles')).data.list.map(
        ({ name }) => name,
      )
    await vi.waitFor(async () => expect(await listed()).toContain('Drept'), pollOptions)
    await vi.waitFor(async () => {
      const health = await get<WireHealth>('/readyz')
      expect(health).toMatchObject({ status: 'degraded', replica: { state: 'lagging' } })
    }, pollOptions)
    await resumeReplay()
    await vi.waitFor(async () => {
      await listed()
      expect(await get<WireHealth>('/readyz')).toMatchObject({
        status: 'ready',
        replica: { state: 'following' },
      })
    }, pollOptions)
    await app.close()
    await strict.close()
  })

  test('whose URL leads to another database serves no calls', async () => {
    const misconfigured = await connectPostgres(addresses.url, silentLog, {
      max: 2,
      replicaUrl: addresses.url,
    })
    expect(await misconfigured.replica?.state()).toMatchObject({ state: 'foreign', lagMs: null })
    expect(misconfigured.replica?.queriesFor({ after: null, accessTopics: [] })).toBeNull()
    await misconfigured.close()
  })

  test('that is killed causes no failures: calls use the primary, and admins and the monitor see it', async () => {
    await follows(() => departments(colleague))
    const queries = database.replica?.queriesFor({ after: null, accessTopics: [] })
    // A query in progress is repeated on the primary, which is the only server not in recovery.
    const reading = queries?.query<{ isCopy: boolean }>(
      'select pg_is_in_recovery() as "isCopy" from pg_sleep(1)',
    )
    cluster.replica.kill()
    for (let round = 0; round < 5; round++) expect(await names(colleague)).toContain('Istorie')
    expect(await reading).toEqual([{ isCopy: false }])
    await vi.waitFor(async () => {
      const user = await colleague.call<WireUser>('GET', '/api/authentication/check-auth')
      expect(user.data.alarms).toEqual({ replica: 'unreachable' })
    }, pollOptions)
    const metrics = await site.app.inject({
      url: '/metrics',
      headers: { authorization: 'Bearer figures-for-a-monitor' },
    })
    expect(metrics.body).toContain('\nmatricola_replica_up 0\n')
    expect(
      (await dean.call('POST', '/api/department-profiles/create', { name: 'Teologie' })).status,
    ).toBe(201)
    expect(await names(dean)).toContain('Teologie')
  })
})
