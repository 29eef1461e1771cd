import type { Context } from '@matricola/server/context.ts'
import { startRepeating } from '@matricola/server/repeating.ts'
import { recordClockTime } from '@matricola/testing/clock.ts'
import type { SessionApp } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reminderWork, sendReminders } from '#server/admission/reminders.ts'
import { addTimelineEvent } from '#server/admission/timeline-events.ts'
import { engines } from '#tests/support/databases.ts'
import { seedApplication } from '#tests/support/seed-application.ts'
import { type ProgrammeIds, seedProgramme } from '#tests/support/seed-programme.ts'
import { startSessionApp } from '#tests/support/session-app.ts'

const hour = 3_600_000

describe.each(engines)('reminders on $engine', ({ open }) => {
  let site: SessionApp
  let programme: ProgrammeIds
  let now: Date
  let context: Context
  beforeAll(async () => {
    site = await startSessionApp({}, open)
    programme = await seedProgramme(site, { name: 'Astronomy' })
    context = { ...site.context, clock: { now: () => now } }
  })
  afterAll(() => site.close())
  beforeEach(async () => {
    now = new Date('2026-07-20T09:00:00Z')
    await recordClockTime(context)
    await site.database.query('delete from outbox_mail')
    await site.database.query("update registrations set status = 'submitted'")
    await site.database.query(
      'update settings set disable_updates = false, notification_enabled = false',
    )
  })

  /** A change request sent `agoHours` ago and due in `dueHours`. */
  async function seedChangeRequest(agoHours: number, dueHours: number): Promise<string> {
    const { id } = await seedApplication(site.context, programme)
    const at = new Date(now.getTime() - agoHours * hour)
    await site.database.query(
      "update registrations set status = 'update_requested', update_due_at = $2 where id = $1",
      [id, new Date(now.getTime() + dueHours * hour).toISOString()],
    )
    await addTimelineEvent(site.database, {
      registrationId: id,
      type: 'updateRequested',
      by: { kind: 'system' },
      at,
      visibleFrom: at,
    })
    return id
  }
  const mails = () =>
    site.database.query<{ kind: string; record_id: string }>(
      'select kind, record_id from outbox_mail order by created_at, id',
    )
  const eventsOf = async (id: string) =>
    (
      await site.database.query<{ type: string; visible_from: string | null }>(
        "select type, visible_from from registration_event where registration_id = $1 and type in ('reminderSent', 'updateOverdue') order by id",
        [id],
      )
    ).map(({ type, visible_from }) => [type, visible_from])

  test('are sent once, 48 hours before an answer is due, even with several processes', async () => {
    const ids = await Promise.all([
      seedChangeRequest(72, 47),
      seedChangeRequest(72, 48),
      seedChangeRequest(96, 1),
    ])
    const laterId = await seedChangeRequest(24, 49)
    const handled = await Promise.all([
      sendReminders(context),
      sendReminders(context),
      sendReminders(context),
    ])
    expect(handled.reduce((sum, one) => sum + one, 0)).toBe(3)
    expect((await mails()).map(({ kind, record_id: id }) => [kind, id]).sort()).toEqual(
      ids.map((id) => ['updateReminder', id]).sort(),
    )
    for (const id of ids) expect(await eventsOf(id)).toEqual([['reminderSent', null]])
    expect(await eventsOf(laterId)).toEqual([])
    expect(await sendReminders(context)).toBe(0)
  })

  test('are omitted for requests that were sent within those 48 hours, and if staff have edited the application since', async () => {
    const [short, changed] = [await seedChangeRequest(1, 24), await seedChangeRequest(72, 40)]
    await site.database.query(
      `insert into change (id, resource, record_id, version, action, actor_name, at)
       values (gen_random_uuid(), 'registrations', $1, 99, 'update', 'Ana', $2)`,
      [changed, new Date(now.getTime() - hour).toISOString()],
    )
    expect(await sendReminders(context)).toBe(0)
    expect([await eventsOf(short), await eventsOf(changed)]).toEqual([[], []])
  })

  test('are followed by one overdue mark and one email after the deadline, without a new version', async () => {
    const id = await seedChangeRequest(72, 10)
    await sendReminders(context)
    now = new Date(now.getTime() + 10 * hour)
    const handled = await Promise.all([sendReminders(context), sendReminders(context)])
    expect(handled.sort()).toEqual([0, 1])
    expect((await mails()).map(({ kind }) => kind)).toEqual(['updateReminder', 'updateOverdue'])
    expect((await eventsOf(id)).map(([type]) => type)).toEqual(['reminderSent', 'updateOverdue'])
    const [row] = await site.database.query(
      'select overdue_at, reminded_at, version from registrations where id = $1',
      [id],
    )
    expect(row).toEqual({
      overdue_at: now.toISOString(),
      reminded_at: '2026-07-20T09:00:00.000Z',
      version: 1,
    })
  })

  test('wait while updates are disabled, and until the applicant has been notified of the request', async () => {
    const overdue = await seedChangeRequest(72, -1)
    await site.database.query('update settings set disable_updates = true')
    expect(await sendReminders(context)).toBe(0)
    await site.database.query('update settings set disable_updates = false')
    await site.database.query(
      "update registrations set notified_status = 'under_review', notify_at = $2 where id = $1",
      [overdue, new Date(now.getTime() + hour)],
    )
    expect(await sendReminders(context)).toBe(0)
    now = new Date(now.getTime() + 2 * hour)
    expect(await sendReminders(context)).toBe(1)
  })

  test('are no longer sent once the worker is stopped', async () => {
    const id = await seedChangeRequest(72, -1)
    const worker = startRepeating(context, { ...reminderWork, everyMs: 1 })
    await expect.poll(() => eventsOf(id)).toEqual([['updateOverdue', null]])
    await worker.stop()
    const next = await seedChangeRequest(72, -1)
    expect(await eventsOf(next)).toEqual([])
  })

  describe('the morning email', () => {
    beforeEach(async () => {
      await site.database.query("update settings set notification_enabled = true, language = 'en'")
      await site.database.query(
        "update users set is_active = (username = 'digest') where role = 'secretary'",
      )
    })
    const send = async () => {
      const before = site.emails.length
      await site.deliverEmails()
      return site.emails.slice(before)
    }

    test("is sent once a day to each active secretary, at eight o'clock university time, with the pending work", async () => {
      await site.createAccount('secretary', { username: 'digest' })
      await seedChangeRequest(200, -100)
      now = new Date('2026-07-20T04:59:00Z')
      await sendReminders(context)
      expect((await mails()).filter(({ kind }) => kind === 'waitingDigest')).toEqual([])
      now = new Date('2026-07-20T05:00:00Z')
      await Promise.all([sendReminders(context), sendReminders(context)])
      await sendReminders(context)
      const sent = (await send()).filter(({ to }) => to.address === 'digest@univ.ro')
      expect(sent).toHaveLength(1)
      expect(sent[0]?.text).toMatch(
        /Not opened yet: \d+\nUnder review: 0\nApplicant has responded: 0\nResponse overdue: 1/,
      )
      expect(sent[0]?.text).toContain('http://localhost:3000/secretary/registrations')
      now = new Date('2026-12-21T05:59:00Z')
      await recordClockTime(context)
      await sendReminders(context)
      expect((await mails()).filter(({ kind }) => kind === 'waitingDigest')).toHaveLength(1)
      now = new Date('2026-12-21T06:00:00Z')
      await sendReminders(context)
      expect((await mails()).filter(({ kind }) => kind === 'waitingDigest')).toHaveLength(2)
    })

    test('is not sent when nothing is pending or notifications are off', async () => {
      await site.database.query("update registrations set status = 'declined'")
      now = new Date('2026-08-03T06:00:00Z')
      await recordClockTime(context)
      await sendReminders(context)
      expect(await send()).toEqual([])
      await site.database.query('update settings set notification_enabled = false')
      now = new Date('2026-08-04T06:00:00Z')
      await sendReminders(context)
      expect((await mails()).filter(({ kind }) => kind === 'waitingDigest')).toHaveLength(1)
    })
  })
})
