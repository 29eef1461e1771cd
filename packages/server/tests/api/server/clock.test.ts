import type { WireAlarms, WireUser } from '@matricola/schema/wire/wire.ts'
import { recordClockTime } from '@matricola/testing/clock.ts'
import { library, libraryEngines, startLibrarySessions } from '@matricola/testing/library/app.ts'
import { goodPassword, type SessionApp, type TestBrowser } from '@matricola/testing/session-app.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { stageNewFile } from '../../../session/file-records.ts'
import { runHousekeeping } from '../../../session/housekeeping.ts'
import { readClockState } from '../../../session/trusted-clock.ts'

const day = 24 * 3_600_000

describe.each(libraryEngines)('a clock on $engine', ({ open }) => {
  let site: SessionApp
  beforeEach(async () => {
    site = await startLibrarySessions({}, open)
    site.freezeClock()
    await site.createAccount('admin', { username: 'root' })
    await recordClockTime(site.context)
  })
  afterEach(() => site.close())

  const at = (ms: number) => new Date(site.context.clock.now().getTime() + ms).toISOString()

  const present = async () => {
    const counts = []
    for (const table of ['file', 'session', 'outbox_mail'])
      counts.push(await site.database.query(`select count(*) as n from ${table}`))
    return counts
  }
  /** A file and a session, which expire. */
  async function insertExpiredRows(): Promise<void> {
    const bytes = Buffer.from('%PDF-1.4')
    await stageNewFile(site.context, {
      bytes,
      original: bytes,
      kind: 'pdf',
      name: 'a.pdf',
      ownerId: null,
    })
    await site.browser().signIn('root')
  }
  const runScheduledWork = () => runHousekeeping(site.context, library.packs.housekeeping)
  const alarmsOf = async (browser: TestBrowser): Promise<WireAlarms | undefined> =>
    (await browser.call<WireUser>('GET', '/api/authentication/check-auth')).data.alarms

  test('that jumps 400 days ahead removes nothing, even after it is corrected', async () => {
    await insertExpiredRows()
    const before = await present()
    site.wait(400 * day)
    for (let round = 0; round < 2; round++) await runScheduledWork()
    expect(await present()).toEqual(before)
    site.wait(-400 * day)
    await runScheduledWork()
    expect(await present()).toEqual(before)
  })

  test('that was always correct is confirmed once by an admin with the password, and timed work continues', async () => {
    await insertExpiredRows()
    site.wait(400 * day)
    const admin = site.browser()
    await admin.signIn('root')
    const alarm = (await alarmsOf(admin))?.clock
    expect(alarm).toEqual({ now: at(0), known: at(-400 * day) })
    site.wait(6 * 60_000)
    const confirm = () => admin.call('POST', '/api/health/clock', { now: alarm?.now })
    expect((await confirm()).failure.code).toBe('reauthentication.required')
    expect((await readClockState(site.context)).isTrusted).toBe(false)
    await admin.call('POST', '/api/authentication/confirm-password', { password: goodPassword })
    expect((await confirm()).status).toBe(200)
    expect(await alarmsOf(admin)).toBeUndefined()
    expect(
      await site.database.query("select details from security_event where kind = 'clockConfirmed'"),
    ).toEqual([{ details: { known: alarm?.known, settled: alarm?.now } }])
    await runScheduledWork()
    expect(await site.database.query('select 1 from file')).toEqual([])
  })

  test('of a server that was off for two weeks must be confirmed once, unlike that of a running server', async () => {
    for (let month = 0; month < 30; month++) {
      site.wait(day)
      expect((await readClockState(site.context)).isTrusted).toBe(true)
    }
    site.wait(14 * day)
    expect((await readClockState(site.context)).isTrusted).toBe(false)
    const admin = site.browser()
    await admin.signIn('root')
    await admin.call('POST', '/api/health/clock', { now: at(0) })
    site.wait(day)
    expect((await readClockState(site.context)).isTrusted).toBe(true)
  })

  test('that is behind the database is not trusted either, and a future time cannot be confirmed', async () => {
    site.wait(-400 * day)
    expect((await readClockState(site.context)).isTrusted).toBe(false)
    site.wait(400 * day)
    expect((await readClockState(site.context)).isTrusted).toBe(true)
    const admin = site.browser()
    await admin.signIn('root')
    await admin.call('POST', '/api/health/clock', { now: at(400 * day) })
    expect((await readClockState(site.context)).known.toISOString()).toBe(at(0))
  })

  test('is checked against the last change in a database without an earlier check', async () => {
    const admin = site.browser()
    await admin.signIn('root')
    expect((await admin.call('POST', '/api/branches/create', { name: 'Astronomy' })).status).toBe(
      201,
    )
    await site.database.query("delete from meta where key = 'knownTime'")
    site.wait(3 * day)
    expect(await readClockState(site.context)).toMatchObject({
      known: new Date(at(-3 * day)),
      isTrusted: false,
    })
  })

  test('can be confirmed only by admins', async () => {
    await site.createAccount('librarian', { username: 'office' })
    const office = site.browser()
    await office.signIn('office')
    site.wait(400 * day)
    await office.signIn('office')
    expect(await alarmsOf(office)).toBeUndefined()
    expect((await office.call('POST', '/api/health/clock', { now: at(0) })).status).toBe(403)
  })
})
