import type { WireAlarms, WireUser } from '@matricola/schema/wire/wire.ts'
import { uuidv7 } from '@matricola/server/database/uuid.ts'
import { stageNewFile } from '@matricola/server/session/file-records.ts'
import { runHousekeeping } from '@matricola/server/session/housekeeping.ts'
import { readClockState } from '@matricola/server/session/trusted-clock.ts'
import { recordClockTime } from '@matricola/testing/clock.ts'
import { goodPassword, type SessionApp, type TestBrowser } from '@matricola/testing/session-app.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { applyRetention, applyRetentionNightly } from '#server/admission/privacy/retention.ts'
import { sendReminders } from '#server/admission/reminders.ts'
import { engines } from '#tests/support/databases.ts'
import { seedApplications } from '#tests/support/seed-applications.ts'
import { seedProgramme } from '#tests/support/seed-programme.ts'
import { startSessionApp } from '#tests/support/session-app.ts'
import { testedApp } from '#tests/support/tested-app.ts'

const day = 24 * 3_600_000

describe.each(engines)('a clock on $engine', ({ open }) => {
  let site: SessionApp
  beforeEach(async () => {
    site = await startSessionApp({}, open)
    site.freezeClock()
    await site.createAccount('admin', { username: 'root' })
    await recordClockTime(site.context)
  })
  afterEach(() => site.close())

  const count = async (table: string, where = 'true') =>
    (
      await site.database.query<{ n: number }>(`select count(*) as n from ${table} where ${where}`)
    )[0]?.n
  const at = (ms: number) => new Date(site.context.clock.now().getTime() + ms).toISOString()

  /**
   * Data that expires: an application due for erasure in a year, one with a change request, a file,
   * a session, an email.
   */
  async function insertExpiredRows(): Promise<void> {
    const { database, context } = site
    const programme = await seedProgramme(site, { name: `Programme of ${uuidv7()}` })
    const [closed] = await database.query<{ id: string }>(
      'update admission_sessions set closes_at = $1 returning id',
      [at(day)],
    )
    await seedApplications(context, 1, {
      ...programme,
      status: 'declined',
      admissionSessionId: closed?.id,
    })
    const [requested] = await seedApplications(context, 1, {
      ...programme,
      status: 'update_requested',
      admissionSessionId: closed?.id,
    })
    await database.query('update registrations set update_due_at = $2 where id = $1', [
      requested,
      at(3 * day),
    ])
    const bytes = Buffer.from('%PDF-1.4')
    await stageNewFile(context, {
      bytes,
      original: bytes,
      kind: 'pdf',
      name: 'a.pdf',
      ownerId: null,
    })
    await site.browser().signIn('root')
  }
  const present = async () => ({
    persons: await count('registrations', 'erased_at is null'),
    overdue: await count('registrations', 'overdue_at is not null'),
    files: await count('file'),
    sessions: await count('session'),
    mails: await count('outbox_mail'),
  })
  async function runScheduledWork(): Promise<void> {
    await runHousekeeping(site.context, testedApp.packs.housekeeping)
    await applyRetentionNightly(site.context)
    await applyRetention(site.context)
    await sendReminders(site.context)
  }
  const alarmsOf = async (browser: TestBrowser): Promise<WireAlarms | undefined> =>
    (await browser.call<WireUser>('GET', '/api/authentication/check-auth')).data.alarms

  test('that jumps 400 days ahead removes and marks nothing, even after it is corrected', async () => {
    await insertExpiredRows()
    const before = await present()
    await applyRetentionNightly(site.context)
    const lastRun = await site.database.query("select value from meta where key = 'retentionRunOn'")
    site.wait(400 * day)
    for (let round = 0; round < 2; round++) await runScheduledWork()
    expect(await applyRetention(site.context)).toBeNull()
    expect(await present()).toEqual(before)
    site.wait(-400 * day)
    await runScheduledWork()
    expect(await present()).toEqual(before)
    expect(
      await site.database.query("select value from meta where key = 'retentionRunOn'"),
    ).toEqual(lastRun)
  })

  test('that was always correct is confirmed once by an admin with the password, and timed work continues', async () => {
    await insertExpiredRows()
    const before = await present()
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
    await applyRetention(site.context)
    await sendReminders(site.context)
    await runHousekeeping(site.context, testedApp.packs.housekeeping)
    const after = await present()
    expect([after.persons, after.overdue, after.files]).toEqual([(before.persons ?? 0) - 1, 1, 0])
  })

  test('that was ahead once does not prevent later nightly retention runs: a run on a future day does not count', async () => {
    await insertExpiredRows()
    await site.database.query(
      "insert into meta (key, value) values ('retentionRunOn', '2099-12-27')",
    )
    site.wait(400 * day)
    await recordClockTime(site.context)
    await applyRetentionNightly(site.context)
    expect(await count('registrations', 'erased_at is not null')).toBe(1)
  })
})
