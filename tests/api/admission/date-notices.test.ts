/** Emails about moved dates of an admission. */

import type { Issue, Page, WireChange, WireRecord } from '@matricola/schema/wire/wire.ts'
import type { OutboxRow } from '@matricola/server/mail/outbox.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sendDateNotices } from '#server/admission/date-notices.ts'
import { composeAdmissionMail } from '#server/admission/mails/compose.ts'
import { confirmApplicantPlace } from '#server/admission/ranking/confirm.ts'
import { minuteMs } from '#tests/support/admission-app.ts'
import { engines } from '#tests/support/databases.ts'
import { type RankingApp, startRankingApp } from '#tests/support/ranking-app.ts'

describe.each(engines)('notifying applicants of moved dates on $engine', ({ open }) => {
  let office: RankingApp
  let winner: string
  let waiting: string
  let confirmed: string

  beforeEach(async () => {
    office = await startRankingApp(open)
    winner = await office.addGradedApplication({ average: 10 })
    confirmed = await office.addGradedApplication({ average: 9.9 })
    waiting = await office.addGradedApplication({ average: 8 })
    await office.runTransition(office.admin, (await office.computeDraft()).id, 'release')
    await office.sendNotifications()
    await confirmApplicantPlace(office.context, confirmed)
  })
  afterEach(() => office.close())

  const update = (resource: string, body: object) =>
    office.call<WireRecord & { warnings: Issue[] }>(
      office.admin,
      'PATCH',
      `/api/${resource}/update`,
      body,
    )
  const moveRound = (dates: object, notifyApplicants?: object) =>
    update('admission-rounds', {
      ...{ id: office.roundId, ...dates },
      ...(notifyApplicants && { notifyApplicants }),
    })
  const endHold = () => {
    office.wait(2 * minuteMs)
    return sendDateNotices(office.context)
  }
  const mailsOf = async (id: string) => {
    const rows = await office.context.database.query<OutboxRow>(
      "select * from outbox_mail where record_id = $1 and kind = 'dateChanged' order by created_at, id",
      [id],
    )
    return Promise.all(rows.map((row) => composeAdmissionMail(office.context, row)))
  }
  const counted = async (path: string) =>
    (await office.call<{ applicants: number; dates: string[] }>(office.admin, 'GET', path)).data

  test('a moved last day for confirming moves for those who have to, and only they are notified', async () => {
    const path = `/api/admission-rounds/${office.roundId}/date-notice`
    expect(await counted(`${path}?confirmBy=2026-07-28`)).toEqual({
      ...{ applicants: 1, dates: ['confirmBy'] },
    })
    const moved = await moveRound({ confirmBy: '2026-07-28' }, { reason: 'Sărbătoare legală.' })
    expect(moved.data.warnings).toEqual([
      { code: 'admission.dates.notifying', params: { applicants: '1', notified: '0' } },
    ])
    for (const id of [winner, confirmed])
      expect(await office.getApplication(id)).toMatchObject({ confirmBy: '2026-07-28' })
    expect(await sendDateNotices(office.context)).toBe(0)
    expect(await endHold()).toBe(1)
    expect(await endHold()).toBe(0)
    expect([await mailsOf(waiting), await mailsOf(confirmed)]).toEqual([[], []])
    const [mail, ...others] = await mailsOf(winner)
    expect(others).toEqual([])
    expect(mail?.subject).toMatch(/^S-a schimbat o dată: Confirmarea locului \(ultima zi\) \(/)
    expect(mail?.text).toContain(
      'Confirmarea locului (ultima zi): marți, 28 iulie 2026, în loc de sâmbătă, 25 iulie 2026.',
    )
    expect(mail?.text).toContain('Sărbătoare legală.')
    // The closing sentence of the state has the new day, too.
    expect(mail?.text).toContain('Confirmați locul până marți, 28 iulie 2026')
    const history = await office.call<Page<WireChange>>(
      ...([office.admin, 'GET', `/api/admission-rounds/${office.roundId}/history`] as const),
    )
    expect(history.data.list[0]).toMatchObject({
      reason: 'Sărbătoare legală.',
      changes: expect.arrayContaining([{ field: 'applicantsNotified', before: null, after: 1 }]),
    })
  })

  test('nobody is notified without being asked, and a date that does not lie ahead is refused', async () => {
    expect((await moveRound({ confirmBy: '2026-07-28' })).status).toBe(200)
    expect(await endHold()).toBe(0)
    for (const values of [{ name: 'Prima etapă' }, { resultsOn: '2026-07-28' }]) {
      const refused = await moveRound(values, {})
      expect([refused.status, refused.failure.fields]).toEqual([
        400,
        { notifyApplicants: [{ code: 'admission.dates.nothingMoved' }] },
      ])
    }
    office.wait(30 * 24 * 60 * minuteMs)
    expect((await moveRound({ confirmBy: '2026-07-29' }, {})).status).toBe(400)
    expect(await mailsOf(winner)).toEqual([])
  })

  test('a date that is moved back during the hold is not announced, and one moved twice once', async () => {
    await moveRound({ confirmBy: '2026-07-28' }, {})
    expect((await moveRound({ confirmBy: '2026-07-25' }, {})).status).toBe(200)
    expect(await endHold()).toBe(0)
    await moveRound({ confirmBy: '2026-07-28' }, {})
    await moveRound({ confirmBy: '2026-07-30' }, {})
    expect(await endHold()).toBe(1)
    const mails = await mailsOf(winner)
    expect(mails.map((mail) => mail?.text)).toEqual([
      expect.stringContaining('joi, 30 iulie 2026, în loc de sâmbătă, 25 iulie 2026.'),
    ])
    // An email that waits in the outbox while the date moves again is dropped.
    await moveRound({ confirmBy: '2026-07-31' })
    expect(await mailsOf(winner)).toEqual([null])
  })

  test('dates of later results concern those who wait, and those of the enrolment everyone with a place', async () => {
    const second = await office.createRecord('admission-rounds', {
      ...{ admissionSessionId: office.sessionId, name: 'Etapa a II-a', number: 2 },
      ...{ resultsOn: '2026-08-03', appealUntil: '2026-08-04', confirmBy: '2026-08-07' },
    })
    await office.addApplication('declined', { admissionSessionId: office.sessionId })
    const moved = await update('admission-rounds', {
      ...{ id: second, resultsOn: '2026-08-04', appealUntil: '2026-08-05', notifyApplicants: {} },
    })
    expect(moved.data.warnings[0]?.params).toEqual({ applicants: '1', notified: '0' })
    expect(await endHold()).toBe(1)
    expect((await mailsOf(waiting)).map((mail) => mail?.subject)).toEqual([
      expect.stringMatching(/: Rezultate, Etapa a II-a și Contestații, Etapa a II-a \(ultima zi\)/),
    ])
    const session = { id: office.sessionId }
    await update('admission-sessions', { ...session, enrolUntil: '2026-08-14' })
    const path = `/api/admission-sessions/${office.sessionId}/date-notice?enrolUntil=2026-08-17`
    expect(await counted(path)).toEqual({ applicants: 2, dates: ['enrolUntil'] })
    await update('admission-sessions', {
      ...{ ...session, enrolUntil: '2026-08-17', notifyApplicants: { reason: null } },
    })
    expect(await endHold()).toBe(2)
    for (const id of [winner, confirmed])
      expect((await mailsOf(id))[0]?.text).toContain('luni, 17 august 2026, în loc de')
  })

  test('thousands are notified in batches, each once, even by several processes', async () => {
    await office.context.database.query(
      `insert into registrations select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'cnp_bidx', null, 'reference_code', 'ID' || n, 'reference_code_key', 'id' || n))).*
       from registrations r, generate_series(1, 1200) n where r.id = $1`,
      [winner],
    )
    await update('admission-sessions', { id: office.sessionId, enrolUntil: '2026-08-14' })
    const moved = await update('admission-sessions', {
      ...{ id: office.sessionId, enrolUntil: '2026-08-17', notifyApplicants: {} },
    })
    expect(moved.data.warnings[0]?.params).toEqual({ applicants: '1202', notified: '0' })
    office.wait(2 * minuteMs)
    await Promise.all([sendDateNotices(office.context), sendDateNotices(office.context)])
    await sendDateNotices(office.context)
    const [mails] = await office.context.database.query(
      "select count(*)::int as count, count(distinct record_id)::int as people from outbox_mail where kind = 'dateChanged'",
    )
    expect(mails).toEqual({ count: 1202, people: 1202 })
    const { data } = await office.call<WireRecord & { warnings: Issue[] }>(
      ...([office.admin, 'GET', `/api/admission-sessions/${office.sessionId}`] as const),
    )
    expect([data.applicantsNotified, data.warnings]).toEqual([1202, []])
  })

  test('only those who may change the dates can count or notify', async () => {
    const path = `/api/admission-rounds/${office.roundId}/date-notice?confirmBy=2026-07-28`
    for (const caller of [office.ana, office.professor, office.student])
      expect((await office.call(caller, 'GET', path)).status).toBe(403)
    const unknown = await moveRound({ confirmBy: '2026-07-28' }, { people: 3 })
    expect(unknown.status).toBe(400)
  })
})
