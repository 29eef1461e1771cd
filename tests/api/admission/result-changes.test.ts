import type { ResponseBody as CallAnswer } from '@matricola/schema/wire/call.ts'
import type { OutboxRow } from '@matricola/server/mail/outbox.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type * as calls from '#resources/calls/ranking.ts'
import { type ReleaseGroup, releaseGroups } from '#resources/calls/ranking.ts'
import { composeAdmissionMail } from '#server/admission/mails/compose.ts'
import { confirmApplicantPlace } from '#server/admission/ranking/confirm.ts'
import { engines } from '#tests/support/databases.ts'
import { type RankingApp, startRankingApp } from '#tests/support/ranking-app.ts'

type Members = CallAnswer<typeof calls.releaseGroupMembers.output>
type Preview = CallAnswer<typeof calls.resultMailPreview.output>
type Status = CallAnswer<typeof calls.resultsDraftState.output>

describe.each(engines)('changed results on $engine', ({ open }) => {
  let office: RankingApp
  const ids: Record<string, string> = {}
  const nameOf = (id: string) => Object.entries(ids).find(([, one]) => one === id)?.[0] ?? id
  beforeAll(async () => {
    office = await startRankingApp(open, { budget: 2, fee: 1 })
    await office.call(office.admin, 'PATCH', '/api/admission-rounds/update', {
      id: office.roundId,
      appealUntil: '2026-07-22',
    })
    const add = (average: number, values: object = {}) =>
      office.addGradedApplication({ average }, { language: 'en', ...values })
    ids.first = await add(9.5)
    ids.second = await add(9)
    ids.third = await add(8.5)
    ids.fourth = await add(8, { fundingPreference: 'budget' })
    ids.unchecked = await add(8, { gradesCheckedAt: null })
    await releaseAndCompare()
  })
  afterAll(() => office.close())

  const setAverage = async (id = '', average = 0) => {
    await office.call(office.admin, 'PATCH', '/api/registrations/update', {
      id,
      baccalaureateAverage: average,
    })
    await office.context.database.query(
      'update registrations set grades_checked_at = now() where id = $1',
      [id],
    )
  }
  const setPlaces = async (placesBudget: number) => {
    const { data } = await office.call<{ list: { id: string; specializationId: string }[] }>(
      office.admin,
      'GET',
      '/api/admission-programmes',
    )
    const programme = data.list.find(
      ({ specializationId }) => specializationId === office.philologyId,
    )
    const { status } = await office.call(
      office.admin,
      'PATCH',
      '/api/admission-programmes/update',
      { id: programme?.id, placesBudget },
    )
    expect(status).toBe(200)
  }
  const mailsOf = (id = '') =>
    office.context.database.query<OutboxRow>(
      'select * from outbox_mail where record_id = $1 order by created_at, id',
      [id],
    )

  /**
   * Computes and releases a draft. Checks that the effect, the list of each group, the emails and
   * the places afterwards agree. Returns the members of all groups by name.
   */
  async function releaseAndCompare() {
    const draft = await office.computeDraft()
    const { effect } = await office.getDraftPart<Status>(draft.id, 'status')
    const members: Members['list'][number][] = []
    for (const group of releaseGroups) {
      const { list, totalCount } = await office.getDraftPart<Members>(
        draft.id,
        `applicants?group=${group}&pageSize=50`,
      )
      expect([group, totalCount, list.filter(({ isConfirmed }) => isConfirmed).length]).toEqual([
        group,
        effect?.[group].total,
        effect?.[group].confirmed,
      ])
      for (const { change } of list) expect(groupOf(change)).toBe(group)
      members.push(...list)
    }
    expect(new Set(members.map(({ registrationId }) => registrationId)).size).toBe(members.length)
    const before = new Map<string, number>()
    const previews = new Map<string, Preview>()
    for (const { registrationId: id } of members) {
      before.set(id, (await mailsOf(id)).length)
      const place = await office.placeOf(id)
      previews.set(id, await office.getDraftPart<Preview>(draft.id, `applicants/${id}/mail`))
      expect([await office.placeOf(id), (await mailsOf(id)).length]).toEqual([
        place,
        before.get(id),
      ])
    }
    expect((await office.runTransition(office.admin, draft.id, 'release')).status).toBe(200)
    await office.sendNotifications()
    for (const { registrationId: id, mail, now } of members) {
      const sent = (await mailsOf(id)).slice(before.get(id)).map(({ kind }) => kind)
      expect([nameOf(id), sent]).toEqual([nameOf(id), mail === null ? [] : [mail]])
      const row = mail && (await mailsOf(id)).at(-1)
      const composed = row ? await composeAdmissionMail(office.context, row) : null
      expect(previews.get(id)).toEqual({
        mail: composed && { kind: mail, subject: composed.subject, text: composed.text },
        language: 'en',
      })
      expect([nameOf(id), await office.placeOf(id)]).toEqual([
        nameOf(id),
        now === null ? 'none' : `letters ${now.kind}`,
      ])
    }
    return Object.fromEntries(
      members.map(({ registrationId, change, cause, causeDetails, mail }) => [
        nameOf(registrationId),
        { change, cause, causeDetails, mail },
      ]),
    )
  }
  const groupOf = (change: string): ReleaseGroup =>
    change === 'waiting' || change === 'notRanked' ? 'noPlace' : (change as ReleaseGroup)
  const unchanged = { change: 'none', cause: null, causeDetails: null, mail: null }
  const newestText = async (id = '') => {
    const row = (await mailsOf(id)).at(-1)
    const mail = row && (await composeAdmissionMail(office.context, row))
    return mail?.text.replaceAll('\u00a0', ' ') ?? ''
  }

  test('a corrected grade makes one place fee-paying and withdraws another, and both applicants read why', async () => {
    await setAverage(ids.fourth, 9.8)
    const corrected = { cause: 'gradeCorrected', causeDetails: null }
    expect(await releaseAndCompare()).toEqual({
      first: unchanged,
      second: { ...corrected, change: 'nowFeePaying', mail: 'placeNowFeePaying' },
      third: { ...corrected, change: 'lost', mail: 'placeRetracted' },
      fourth: { ...unchanged, change: 'first', mail: 'placeOffered' },
      unchecked: { ...unchanged, change: 'notRanked' },
    })
    const changed = await newestText(ids.second)
    expect(changed).toMatch(
      /On \d+ July 2026 we offered you .+, state-funded\. In the new results you have .+, fee-paying instead\. The reason: A grade of another applicant was corrected, and this changed the order\./,
    )
    expect(changed).toContain('The last person admitted has 9.50; you have 9.00.')
    expect(changed).toContain('You can appeal on your status page until Wednesday, 22 July 2026.')
    expect(changed).not.toContain('Congratulations')
    const retracted = await newestText(ids.third)
    expect(retracted).toContain('This place is no longer yours, and we are sorry.')
    expect(retracted).toContain('You are number 1 on the waiting list for it.')
  })

  test('fewer places withdraw a place, and the applicant reads both numbers', async () => {
    await setPlaces(1)
    await office.context.database.query(
      "update admission_sessions set waiting_ends_on = '2026-09-20' where id = $1",
      [office.sessionId],
    )
    expect(await releaseAndCompare()).toMatchObject({
      first: {
        ...{ change: 'nowFeePaying', cause: 'placesReduced' },
        causeDetails: { old: 2, new: 1 },
      },
      second: { change: 'lost', cause: 'placesReduced', causeDetails: {} },
      // Now behind another applicant.
      third: { change: 'waiting', mail: 'stillWaiting' },
      fourth: unchanged,
    })
    expect(await newestText(ids.first)).toContain(
      'The reason: The number of places was reduced from 2 to 1.',
    )
    expect(await newestText(ids.second)).toContain(
      'The reason: The number of places in another programme was reduced.',
    )
    const waiting = await newestText(ids.third)
    expect(waiting).toMatch(/You were number 1 for .+; you are now number 2\./)
    expect(waiting).toContain(
      'This was the last round. Waiting lists end on Sunday, 20 September 2026;',
    )
  })

  test("an applicant's own corrected grade is named with its values", async () => {
    await setAverage(ids.fourth, 5)
    expect(await releaseAndCompare()).toMatchObject({
      first: { change: 'up', mail: 'placeMovedUp' },
      second: { change: 'first', mail: 'placeOffered' },
      fourth: {
        ...{ change: 'lost', cause: 'ownGrade' },
        causeDetails: { grade: 'baccalaureateAverage', old: 9.8, new: 5 },
      },
    })
    expect(await newestText(ids.fourth)).toContain('was corrected from 9.8 to 5.')
  })

  test('a place that released results take cannot be confirmed any more, so no place has two holders', async () => {
    await setAverage(ids.third, 9.9)
    const draft = await office.computeDraft()
    await office.runTransition(office.admin, draft.id, 'release')
    expect(await office.placeOf(ids.first ?? '')).toBe('letters budget')
    await expect(confirmApplicantPlace(office.context, ids.first ?? '')).rejects.toMatchObject({
      ...{ code: 'acceptance.resultsPending', status: 409 },
    })
    const path = `/api/registrations/${ids.first}/actions/confirmPlace`
    expect((await office.call(office.ana, 'POST', path, {})).failure).toMatchObject({
      code: 'transition.refused',
      fields: { _: [{ code: 'place.resultsPending' }] },
    })
    await office.sendNotifications()
    expect(await office.placeOf(ids.first ?? '')).toBe('letters fee')
    expect(await office.placeOf(ids.third ?? '')).toBe('letters budget')
    expect((await office.emailsOf(ids.third ?? '')).at(-1)?.kind).toBe('placeOffered')
  })

  test('a place that released results leave can be confirmed before their notification, and stays', async () => {
    await setAverage(ids.second, 8.9)
    const draft = await office.computeDraft()
    await office.runTransition(office.admin, draft.id, 'release')
    const [places, mails] = [await office.placeOf(ids.first ?? ''), await mailsOf(ids.first)]
    await confirmApplicantPlace(office.context, ids.first ?? '')
    await office.sendNotifications()
    expect(await office.placeOf(ids.first ?? '')).toBe(places)
    expect(await office.getApplication(ids.first ?? '')).toMatchObject({ status: 'accepted' })
    expect((await mailsOf(ids.first)).slice(mails.length).map(({ kind }) => kind)).toEqual([
      'placeConfirmed',
    ])
  })

  test('a confirmed place that moves up is announced without asking to confirm it again', async () => {
    await releaseAndCompare()
    expect(await office.placeOf(ids.first ?? '')).toBe('letters fee')
    // As if confirmed before applicants were asked whether they keep the place.
    await office.context.database.query('delete from place_acceptance where registration_id = $1', [
      ids.first,
    ])
    await setPlaces(3)
    expect(await releaseAndCompare()).toMatchObject({
      first: { change: 'up', mail: 'movedUp' },
    })
    const text = await newestText(ids.first)
    expect(text).toMatch(
      /You now have .+, state-funded instead of .+, fee-paying, because it costs no more\. It stays confirmed\. You have nothing to pay\./,
    )
    expect(text).not.toContain('Confirm it on your status page')
    expect(text).not.toContain('Enrolment: by')
    await office.context.database.query(
      "update admission_sessions set enrol_until = date '2026-09-30' where id = $1",
      [office.sessionId],
    )
    // In the email, and in the sentence of the state at its end.
    expect(
      (await newestText(ids.first)).split('Enrolment: by Wednesday, 30 September 2026.'),
    ).toHaveLength(3)
  })
})
