/** The checks of the office before it releases a results draft. */
import type { ResponseBody } from '@matricola/schema/wire/call.ts'
import { readWorkbook } from '@matricola/testing/parse-workbook.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type * as calls from '#resources/calls/ranking.ts'
import { exportPerson } from '#server/admission/privacy/export-person.ts'
import { confirmApplicantPlace } from '#server/admission/ranking/confirm.ts'
import { engines } from '#tests/support/databases.ts'
import { type RankingApp, startRankingApp } from '#tests/support/ranking-app.ts'

type Checks = ResponseBody<typeof calls.releaseChecks.output>
type Members = ResponseBody<typeof calls.releaseGroupMembers.output>

describe.each(engines)('before a release on $engine', ({ open }) => {
  let office: RankingApp
  /** `holder` has confirmed the state-funded place; `waiting` and `second` wait for it. */
  let holder: string
  let waiting: string
  let second: string
  beforeEach(async () => {
    office = await startRankingApp(open, { budget: 1, fee: 0 })
    await office.call(office.admin, 'PATCH', '/api/admission-rounds/update', {
      ...{ id: office.roundId, appealUntil: '2026-07-22' },
    })
    const budget = { fundingPreference: 'budget' }
    holder = await office.addGradedApplication({ average: 9 }, budget)
    waiting = await office.addGradedApplication({ average: 8 }, budget)
    second = await office.addGradedApplication({ average: 7 }, { ...budget, language: 'en' })
    await release()
  })
  afterEach(() => office.close())

  async function release() {
    const draft = await office.computeDraft()
    expect((await office.runTransition(office.admin, draft.id, 'release')).status).toBe(200)
    await office.sendNotifications()
  }

  async function correct(id: string, baccalaureateAverage: number) {
    await office.call(office.admin, 'PATCH', '/api/registrations/update', {
      ...{ id, baccalaureateAverage },
    })
    await office.context.database.query(
      'update registrations set grades_checked_at = now() where id = $1',
      [id],
    )
  }

  const checks = (draftId: string) => office.getDraftPart<Checks>(draftId, 'checks')
  const addPlace = (draftId: string, registrationId: string, caller = office.admin) =>
    office.call<{ draftId: string }>(caller, 'POST', `/api/admission-drafts/${draftId}/places`, {
      registrationId,
      reason: 'Contestație admisă',
    })
  const budgetPlaces = async () => {
    const { data } = await office.call<{
      list: { id: string; specializationId: string; placesBudget: number }[]
    }>(office.admin, 'GET', '/api/admission-programmes')
    return data.list.find((one) => one.specializationId === office.philologyId)
  }

  test('a corrected applicant who would have a confirmed place is listed, and nobody else', async () => {
    await confirmApplicantPlace(office.context, holder)
    await correct(waiting, 9.5)
    const { id } = await office.computeDraft()
    expect((await checks(id)).blocked).toEqual([
      {
        ...{ registrationId: waiting, reference: expect.stringMatching(/^\w{10}$/) },
        ...{ name: expect.any(String), programme: expect.any(String), kindName: null },
        ...{ specializationId: office.philologyId, kind: 'budget', waiting: 1, average: 950 },
      },
    ])
  })

  test.each([
    ['without a correction', 8, true],
    ['whose corrected average is still below that of the holder', 8.5, true],
    ['if the place is not confirmed, because it changes hands', 9.5, false],
  ])('an applicant is not listed %s', async (_, average, isConfirmed) => {
    if (isConfirmed) await confirmApplicantPlace(office.context, holder)
    if (average !== 8) await correct(waiting, average)
    const { id } = await office.computeDraft()
    expect(await checks(id)).toMatchObject({ blocked: [], blockedCount: 0 })
  })

  test('an applicant who was ahead of the holder before a correction downwards is not listed', async () => {
    await confirmApplicantPlace(office.context, holder)
    await correct(waiting, 9.9)
    await release()
    await correct(waiting, 9.5)
    const { id } = await office.computeDraft()
    expect((await checks(id)).blocked).toEqual([])
  })

  test('a place is added once, with the reason in the history, and the next draft gives it', async () => {
    await confirmApplicantPlace(office.context, holder)
    await correct(waiting, 9.5)
    const { id } = await office.computeDraft()
    expect((await addPlace(id, second)).status).toBe(404)
    expect((await addPlace(id, waiting, office.ana)).status).toBe(403)
    const added = await addPlace(id, waiting)
    expect(added.status).toBe(200)
    expect((await addPlace(id, waiting)).failure).toMatchObject({
      ...{ code: 'transition.refused', fields: { _: [{ code: 'ranking.stale' }] } },
    })
    const programme = await budgetPlaces()
    expect(programme?.placesBudget).toBe(2)
    const history = await office.call<{ list: object[] }>(
      office.admin,
      'GET',
      `/api/admission-programmes/${programme?.id}/history`,
    )
    expect(history.data.list[0]).toMatchObject({ reason: 'Contestație admisă' })
    expect(await office.getDraftPart(id, 'status')).toMatchObject({ isStale: true })
    await release()
    expect(await office.placeOf(waiting)).toBe('letters budget')
    expect(await office.placeOf(holder)).toBe('letters budget')
  })

  test('an administrator reads whose upheld appeal was the cause, and a secretary does not', async () => {
    const { data: appeal } = await office.call<{ id: string }>(
      office.ana,
      'POST',
      '/api/admission-appeals/create',
      {
        registrationId: waiting,
        explanation: 'Nota este greșită.',
      },
    )
    const answered = await office.call(
      office.admin,
      'POST',
      `/api/admission-appeals/${appeal.id}/actions/change`,
      { grade: 'baccalaureateAverage', newValue: 9.5, answer: 'Nota a fost corectată.' },
    )
    expect(answered.status).toBe(200)
    const { id } = await office.computeDraft()
    const members = (caller = office.admin) =>
      office.call<Members>(caller, 'GET', `/api/admission-drafts/${id}/applicants?group=lost`)
    const reference = String((await office.getApplication(waiting)).referenceCode)
    const { data } = await members()
    expect(data.list).toMatchObject([{ registrationId: holder, cause: 'appealUpheld' }])
    expect(data.sources).toEqual({
      appealUpheld: {
        list: [{ registrationId: waiting, reference, appealId: appeal.id }],
        total: 1,
      },
      gradeCorrected: { list: [], total: 0 },
      applications: { list: [], total: 0 },
    })
    expect((await members(office.ana)).data).toMatchObject({
      ...{ list: [{ cause: 'appealUpheld' }], sources: null },
    })
    await office.runTransition(office.admin, id, 'release')
    await office.sendNotifications()
    const holderReference = String((await office.getApplication(holder)).referenceCode)
    const exported = JSON.stringify(await exportPerson(office.context, holderReference))
    expect(exported).toContain('appealUpheld')
    for (const secret of [waiting, reference]) expect(exported).not.toContain(secret)
  })

  test('the programme with fewer places is named as the cause', async () => {
    const programme = await budgetPlaces()
    await office.call(office.admin, 'PATCH', '/api/admission-programmes/update', {
      ...{ id: programme?.id, placesBudget: 0 },
    })
    const { id } = await office.computeDraft()
    const { list } = await office.getDraftPart<Members>(id, 'applicants?group=lost')
    expect(list).toMatchObject([
      { registrationId: holder, cause: 'placesReduced', programmeId: programme?.id },
    ])
  })

  test('the applicants of a group are downloaded as an Excel file, and the log has their names', async () => {
    await correct(waiting, 9.5)
    const { id } = await office.computeDraft()
    const path = `/api/admission-drafts/${id}/applicants/file?group=lost&lng=en`
    expect((await office.call(office.professor, 'GET', path)).status).toBe(403)
    const { status, bytes } = await office.call(office.ana, 'GET', path)
    expect(status).toBe(200)
    const { reference, name } = await office
      .getDraftPart<Members>(id, 'applicants?group=lost')
      .then(({ list: [first] }) => first ?? { reference: '', name: '' })
    const { rows, sheetName } = readWorkbook(bytes)
    expect(sheetName).toBe('Lose a place')
    expect(rows.map((row) => Object.values(row).map(({ value }) => value))).toEqual([
      ['Applicant', 'Reference number', 'Offered before', 'Now', 'Confirmed', 'Why', 'Email'],
      [
        ...[name, reference, expect.stringMatching(/, State-funded$/)],
        ...['No', 'Another applicant’s grade was corrected', 'Place withdrawn'],
      ],
    ])
    const logged = await office.context.database.query(
      "select 1 from access_log where kind = 'exported' and record_ids @> array[$1::uuid]",
      [holder],
    )
    expect(logged).toHaveLength(1)
  })

  test('a language that an applicant reads and that lacks the name of the round is named', async () => {
    const draft = await office.computeDraft()
    const lacking = (language: string) => [{ language, mails: [], lacksRoundName: true }]
    const rename = (names: object) =>
      office.call(office.admin, 'PATCH', '/api/admission-rounds/update', {
        ...{ id: office.roundId, ...names },
      })
    // The name itself is in Romanian, as the university is.
    expect((await checks(draft.id)).languages).toEqual(lacking('en'))
    await rename({ nameEn: 'Round I' })
    expect((await checks(draft.id)).languages).toEqual([])
    await office.call(office.admin, 'PUT', '/api/settings/update', { language: 'en' })
    expect((await checks(draft.id)).languages).toEqual(lacking('ro'))
    await rename({ nameRo: 'Etapa I' })
    expect((await checks(draft.id)).languages).toEqual([])
  })

  test('another ranking rule after a release needs a reason, which the next release shows', async () => {
    const { id } = (await budgetPlaces()) ?? { id: '' }
    const change = (values: object) =>
      office.call(office.admin, 'PATCH', '/api/admission-programmes/update', { id, ...values })
    const missing = { changeReason: [{ code: 'ranking.reasonMissing' }] }
    const formula = '0.5 * baccalaureateAverage + 5'
    expect((await change({ formula })).failure?.fields).toEqual(missing)
    expect((await change({ ties: 'lot' })).failure?.fields).toEqual(missing)
    expect((await change({ placesBudget: 2 })).status).toBe(200)
    const changeReason = 'Hotărârea Senatului nr. 12'
    expect((await change({ formula, changeReason })).status).toBe(200)
    expect((await change({ requires: 'baccalaureateAverage >= 5' })).failure?.fields).toEqual(
      missing,
    )
    const draft = await office.computeDraft()
    expect((await checks(draft.id)).changedRules).toEqual([
      {
        ...{ admissionProgrammeId: id, programme: expect.any(String), reason: changeReason },
        ...{ changedAt: expect.any(String), changedBy: office.admin.name },
      },
    ])
    await office.runTransition(office.admin, draft.id, 'release')
    await office.sendNotifications()
    expect((await checks((await office.computeDraft()).id)).changedRules).toEqual([])
  })

  test('a ranking rule that was changed back is not shown', async () => {
    const { id } = (await budgetPlaces()) ?? { id: '' }
    const change = (ties: string) =>
      office.call(office.admin, 'PATCH', '/api/admission-programmes/update', {
        ...{ id, ties, changeReason: `Se aplică ${ties}` },
      })
    expect((await change('lot')).status).toBe(200)
    expect((await change('together')).status).toBe(200)
    expect((await checks((await office.computeDraft()).id)).changedRules).toEqual([])
  })
})
