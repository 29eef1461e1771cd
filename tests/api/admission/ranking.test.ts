import { randomUUID } from 'node:crypto'
import type { ResponseBody as CallAnswer } from '@matricola/schema/wire/call.ts'
import { systemPermit } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { bulkCalls } from '@matricola/testing/bulk-calls.ts'
import { recordClockTime } from '@matricola/testing/clock.ts'
import { createGate } from '@matricola/testing/gate.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WirePublicStatus } from '#resources/admission/wire.ts'
import { statusSearch } from '#resources/calls/admission.ts'
import type * as calls from '#resources/calls/ranking.ts'
import { registrations } from '#resources/registrations.ts'
import { readApplication } from '#server/admission/applicant/read-application.ts'
import { exportPerson } from '#server/admission/privacy/export-person.ts'
import { readResults } from '#server/admission/public-site/read-results.ts'
import { storeAcceptances } from '#server/admission/ranking/acceptances.ts'
import { applyReleasedDrafts } from '#server/admission/ranking/apply-released.ts'
import {
  confirmApplicantPlace,
  revokeUnconfirmedPlaces,
} from '#server/admission/ranking/confirm.ts'
import { runDueDrafts } from '#server/admission/ranking/run.ts'
import { minuteMs } from '#tests/support/admission-app.ts'
import { engines } from '#tests/support/databases.ts'
import { type RankingApp, startRankingApp } from '#tests/support/ranking-app.ts'
import { validCnp } from '#tests/support/seed-university.ts'

const nobody = { total: 0, confirmed: 0 }

type Programmes = CallAnswer<typeof calls.rankedProgrammes.output>
type Moves = CallAnswer<typeof calls.rankingMoves.output>
type Members = CallAnswer<typeof calls.releaseGroupMembers.output>
type Incomplete = CallAnswer<typeof calls.incompleteApplications.output>
type Candidates = CallAnswer<typeof calls.rankedCandidates.output>
type ApplicantPosition = CallAnswer<typeof calls.resultsDraftState.output>

describe.each(engines)('a merit-based admission on $engine', ({ open }) => {
  let office: RankingApp
  /** Gives each test its own admission session. */
  const openOffice = () => {
    beforeAll(async () => {
      office = await startRankingApp(open)
    })
    afterAll(() => office.close())
  }

  describe('from the draft to the places', () => {
    openOffice()
    const ids: Record<string, string> = {}
    let draftId = ''

    test('places are allocated by average, tie-breakers, type and choice, and the checker finds no error', async () => {
      ids.first = await office.addGradedApplication({ average: 9.5 })
      ids.tied = await office.addGradedApplication({ average: 9.1, romanian: 8 })
      ids.better = await office.addGradedApplication({ average: 9.1, romanian: 9 })
      ids.budgetOnly = await office.addGradedApplication(
        { average: 9.05 },
        { fundingPreference: 'budget' },
      )
      await office.createRecord('application-choices', {
        registrationId: ids.tied,
        position: 2,
        specializationId: office.historyId,
      })
      const draft = await office.computeDraft()
      draftId = draft.id
      expect(draft).toMatchObject({
        state: 'ready',
        candidates: 4,
        placed: 3,
        incomplete: 0,
        findings: 0,
      })
      const { list } = await office.getDraftPart<Programmes>(draftId, 'programmes')
      expect(
        list.map(({ programme, kind, taken, lastAverage, waiting }) => [
          programme,
          kind,
          taken,
          lastAverage,
          waiting,
        ]),
      ).toEqual([
        ['Filologie', 'budget', 1, 950, 3],
        ['Filologie', 'fee', 1, 910, 1],
        ['Istorie', 'budget', 1, 910, 0],
        ['Istorie', 'fee', 0, null, 0],
      ])
      const ranked = await office.getDraftPart<Candidates>(
        draftId,
        `candidates?specializationId=${office.philologyId}&kind=budget&pageSize=10`,
      )
      expect(
        ranked.list.map(({ registrationId, position, average, waiting, wonChoice }) => [
          registrationId,
          position,
          average,
          waiting,
          wonChoice,
        ]),
      ).toEqual([
        [ids.first, 1, 950, null, 1],
        [ids.better, 2, 910, 1, 2],
        [ids.tied, 3, 910, 2, 3],
        [ids.budgetOnly, 4, 905, 3, null],
      ])
    })

    test('a results draft is visible to no applicant and changes no application', async () => {
      expect(await office.placeOf(ids.first ?? '')).toBe('none')
      expect(await office.emailsOf(ids.first ?? '')).toEqual([])
      expect(await office.getDraftPart<ApplicantPosition>(draftId, 'status')).toEqual({
        ...{ progress: 100, isStale: false },
        effect: {
          ...Object.fromEntries(
            ['nowFeePaying', 'lost', 'down', 'up', 'none'].map((group) => [group, nobody]),
          ),
          first: { total: 3, confirmed: 0 },
          noPlace: { total: 1, confirmed: 0 },
        },
        appeals: 0,
      })
    })

    test('only an administrator releases results, and applicants are notified after the hold', async () => {
      expect((await office.runTransition(office.ana, draftId, 'release')).status).toBe(403)
      expect((await office.runTransition(office.admin, draftId, 'release')).data).toMatchObject({
        state: 'released',
      })
      expect(await applyReleasedDrafts(office.context)).toBe(0)
      expect(await office.placeOf(ids.first ?? '')).toBe('none')
      expect(await office.sendNotifications()).toBe(4)
      expect(await Promise.all(Object.values(ids).map(office.placeOf))).toEqual([
        'letters budget',
        'history budget',
        'letters fee',
        'none',
      ])
      expect(await office.getApplication(ids.first ?? '')).toMatchObject({
        status: 'accepted',
        confirmBy: '2026-07-25',
      })
      expect((await office.emailsOf(ids.first ?? '')).map(({ kind }) => kind)).toEqual([
        'placeOffered',
      ])
      expect((await office.emailsOf(ids.budgetOnly ?? '')).map(({ kind }) => kind)).toEqual([
        'waiting',
      ])
      expect(
        (await office.call(office.admin, 'GET', `/api/admission-drafts/${draftId}`)).data,
      ).toMatchObject({ state: 'notified' })
      expect(await applyReleasedDrafts(office.context)).toBe(0)
    })

    test('released results are frozen', async () => {
      for (const step of ['release', 'takeBack', 'propose'])
        expect((await office.runTransition(office.admin, draftId, step)).status).toBe(409)
    })

    test('a place must be confirmed before the applicant is enrolled, in the programme and with the type of that place', async () => {
      const enrol = (id = '') =>
        office.call<{ results: object[] }>(
          office.ana,
          'POST',
          '/api/registrations/enroll-students',
          { registrationIds: [id] },
        )
      expect((await enrol(ids.tied)).data.results).toMatchObject([{ code: 'placeNotConfirmed' }])
      for (const id of [ids.tied, ids.better])
        expect(
          (await office.call(office.ana, 'POST', `/api/registrations/${id}/actions/confirmPlace`))
            .data,
        ).toMatchObject({
          confirmedAt: office.now().toISOString(),
        })
      for (const id of [ids.tied, ids.better])
        expect((await enrol(id)).data.results).toMatchObject([{ outcome: 'enrolled' }])
      const [tied, higher] = await Promise.all(
        [ids.tied, ids.better].map(async (id) => {
          const { studentId } = (await office.getApplication(id ?? '')) as unknown as {
            studentId: string
          }
          return (await office.call<object>(office.admin, 'GET', `/api/students/${studentId}`)).data
        }),
      )
      expect(tied).toMatchObject({ specializationId: office.historyId, fundingType: 'budget' })
      expect(higher).toMatchObject({ specializationId: office.philologyId, fundingType: 'fee' })
    })
  })

  describe('with data that changes', () => {
    openOffice()

    test('a results draft is marked stale if grades have changed since it was computed, and cannot be released', async () => {
      const id = await office.addGradedApplication({ average: 9 })
      const draft = await office.computeDraft()
      await office.call(office.admin, 'PATCH', '/api/registrations/update', {
        id,
        baccalaureateAverage: 8,
      })
      expect(await office.getDraftPart<ApplicantPosition>(draft.id, 'status')).toMatchObject({
        isStale: true,
      })
      const answer = await office.runTransition(office.admin, draft.id, 'release')
      expect([answer.status, answer.failure]).toMatchObject([
        409,
        { code: 'transition.refused', fields: { _: [{ code: 'ranking.stale' }] } },
      ])
      expect(
        (await office.call(office.admin, 'GET', `/api/admission-drafts/${draft.id}`)).data,
      ).toMatchObject({ state: 'ready' })
    })

    test('the next draft lists the applicants whose place changes, with the reason', async () => {
      const other = await office.addGradedApplication({ average: 7, romanian: 7 })
      await office.computeDraft()
      await office.call(office.admin, 'PATCH', '/api/registrations/update', {
        id: other,
        baccalaureateAverage: 9.9,
      })
      const moves = await office.getDraftPart<Moves>(
        (await office.computeDraft()).id,
        'moves?pageSize=10',
      )
      expect(
        moves.list.map(({ registrationId, from, to, reason }) => [
          registrationId === other,
          from?.kind,
          to?.kind,
          reason,
        ]),
      ).toEqual(
        expect.arrayContaining([
          [true, 'fee', 'budget', 'grades'],
          [false, 'budget', 'fee', 'others'],
        ]),
      )
      expect(moves.totalCount).toBe(2)
    })

    test('applicants with missing or unverified grades are not ranked, but appear in a list', async () => {
      const missing = await office.addGradedApplication({}, { romanianGrade: null })
      const unchecked = await office.addGradedApplication(
        { average: 10 },
        { gradesCheckedAt: null },
      )
      const draft = await office.computeDraft()
      expect(draft).toMatchObject({ incomplete: 2 })
      const { list } = await office.getDraftPart<Incomplete>(draft.id, 'incomplete?pageSize=10')
      expect(
        Object.fromEntries(list.map(({ registrationId, missing }) => [registrationId, missing])),
      ).toEqual({
        [missing]: ['romanianGrade'],
        [unchecked]: ['unchecked'],
      })
      const checked = await office.call(
        office.ana,
        'POST',
        `/api/registrations/${unchecked}/actions/checkGrades`,
      )
      expect(checked.data).toMatchObject({
        gradesCheckedAt: office.now().toISOString(),
        gradesCheckedById: office.ana.id,
      })
      expect(await office.computeDraft()).toMatchObject({ incomplete: 1 })
    })

    test('grades are confirmed by a person who did not enter them, if two people are required', async () => {
      const uncheckedApplication = () => office.addGradedApplication({}, { gradesCheckedAt: null })
      const enterGrade = async (caller: typeof office.ana, id: string, examGrade: number | null) =>
        expect(
          (await office.call(caller, 'PATCH', '/api/registrations/update', { id, examGrade }))
            .status,
        ).toBe(200)
      const confirm = async (caller: typeof office.ana, id: string) => {
        const path = `/api/registrations/${id}/actions/checkGrades`
        const answer = await office.call(caller, 'POST', path)
        return answer.status === 200 ? 200 : answer.failure.fields?._?.[0]?.code
      }
      const [own, others, untouched, cleared] = [
        await uncheckedApplication(),
        await uncheckedApplication(),
        await uncheckedApplication(),
        await uncheckedApplication(),
      ]
      await enterGrade(office.ana, own, 7)
      await enterGrade(office.ana, others, 7)
      await enterGrade(office.ben, others, 8)
      await enterGrade(office.ana, cleared, 7)
      await enterGrade(office.ana, cleared, null)
      await office.updateSettings({ rankingNeedsSecond: true })
      expect(await confirm(office.ana, own)).toBe('grades.ownEntry')
      const { items } = await bulkCalls(office).done(
        office.ana,
        'registrations',
        { ids: [own, others, untouched, cleared] },
        { action: 'checkGrades' },
      )
      expect(items.map(({ outcome, issues }) => [outcome, issues._?.[0]?.code])).toEqual([
        ['invalid', 'grades.ownEntry'],
        ...Array(3).fill(['done', undefined]),
      ])
      await enterGrade(office.admin, own, 9)
      expect(await confirm(office.admin, own)).toBe('grades.ownEntry')
      expect(await confirm(office.ana, own)).toBe(200)
      await enterGrade(office.ana, own, 8)
      expect(await office.getApplication(own)).toMatchObject({
        ...{ gradesCheckedAt: null, gradesCheckedById: null },
      })
      expect(await confirm(office.ana, own)).toBe('grades.ownEntry')
      expect(await confirm(office.ben, own)).toBe(200)
      await office.updateSettings({ rankingNeedsSecond: false })
      await enterGrade(office.ana, own, 7)
      expect(await office.getApplication(own)).toMatchObject({ gradesCheckedById: office.ben.id })
      const alone = await uncheckedApplication()
      await enterGrade(office.ana, alone, 7)
      expect(await confirm(office.ana, alone)).toBe(200)
    })

    test('applications to a merit-based programme cannot be accepted manually', async () => {
      const id = await office.addGradedApplication({})
      const answer = await office.updateStatus(office.ana, { id, status: 'accepted' })
      expect(answer.failure).toMatchObject({
        code: 'input.invalid',
        fields: { specializationId: [{ code: 'place.ranked' }] },
      })
    })

    test('a formula that no grade can satisfy is rejected when it is saved', async () => {
      const body = {
        admissionSessionId: office.sessionId,
        specializationId: office.philologyId,
        formula: '0.8 * examGrad + 1',
      }
      const answer = await office.call(
        office.admin,
        'POST',
        '/api/admission-programmes/create',
        body,
      )
      expect(answer.failure).toMatchObject({
        code: 'input.invalid',
        fields: { formula: [{ code: 'expression.unknownFieldLike' }] },
      })
      const text = await office.call(office.admin, 'POST', '/api/admission-programmes/create', {
        ...body,
        formula: 'today',
      })
      expect(text.failure).toMatchObject({ fields: { formula: [{ code: 'ranking.noNumber' }] } })
    })

    test('a condition has to compare grades of the application', async () => {
      const issueOf = async (requires: string) => {
        const { failure } = await office.call(
          office.admin,
          'POST',
          '/api/admission-programmes/create',
          {
            ...{ admissionSessionId: office.sessionId, specializationId: office.philologyId },
            ...{ formula: 'examGrade', requires },
          },
        )
        return failure?.fields?.requires?.map(({ code }) => code)
      }
      expect(await issueOf('examGrade')).toEqual(['expression.noComparison'])
      expect(await issueOf('5 > 4')).toEqual(['expression.noComparison'])
      expect(await issueOf('examGrad >= 5')).toEqual(['expression.unknownFieldLike'])
      expect(await issueOf('examGrade >= 5 and')).toEqual(['expression.unfinished'])
      expect(await issueOf('examGrade >= today')).toEqual(['expression.notANumber'])
      expect(await issueOf('examGrade >= 5 or profileGrade > 6')).toBeUndefined()
    })
  })

  describe('with changes of every kind', () => {
    openOffice()

    test('every change to an input makes a draft stale, and no other change does', async () => {
      const id = await office.addGradedApplication({ average: 8 })
      const programmes = await office.call<{ list: { id: string; specializationId: string }[] }>(
        office.admin,
        'GET',
        '/api/admission-programmes',
      )
      const programme = programmes.data.list.find(
        ({ specializationId }) => specializationId === office.historyId,
      )?.id
      const kind = await office.createRecord('place-kinds', { name: 'Olimpici' })
      const edit = (resource: string, body: object) => () =>
        office.call(office.admin, 'PATCH', `/api/${resource}/update`, body)
      let choice = ''
      const changes: readonly (readonly [isStale: boolean, change: () => Promise<unknown>])[] = [
        [false, edit('registrations', { id, city: 'Turda' })],
        [true, edit('registrations', { id, romanianGrade: 5 })],
        [true, edit('registrations', { id, fundingPreference: 'fee' })],
        [
          true,
          async () =>
            (choice = await office.createRecord('application-choices', {
              registrationId: id,
              position: 2,
              specializationId: office.historyId,
            })),
        ],
        [true, () => edit('application-choices', { id: choice, fundingPreference: 'budget' })()],
        [true, edit('admission-programmes', { id: programme, placesFee: 3 })],
        [true, edit('admission-programmes', { id: programme, requires: 'romanianGrade >= 4' })],
        [true, edit('admission-programmes', { id: programme, secondTie: 'examGrade' })],
        [true, edit('admission-programmes', { id: programme, thirdTie: 'profileGrade' })],
        [true, edit('admission-programmes', { id: programme, thirdTie: null })],
        [true, edit('specializations', { id: office.historyId, tuitionFee: 4000 })],
        [false, edit('specializations', { id: office.historyId, description: 'Istorie veche' })],
        [
          true,
          () =>
            office.createRecord('special-places', {
              admissionProgrammeId: programme,
              placeKindId: kind,
              places: 1,
            }),
        ],
        [false, edit('place-kinds', { id: kind, name: 'Olimpici naționali' })],
        [true, edit('place-kinds', { id: kind, funding: 'fee' })],
        [
          true,
          () =>
            office.updateStatus(office.admin, {
              id,
              status: 'declined',
              reasonCode: 'other',
              issueExplanation: 'S-a răzgândit.',
            }),
        ],
        [true, () => office.addGradedApplication({})],
      ]
      for (const [at, [isStale, change]] of changes.entries()) {
        const draft = await office.computeDraft()
        await change()
        expect([
          at,
          (await office.getDraftPart<ApplicantPosition>(draft.id, 'status')).isStale,
        ]).toEqual([at, isStale])
        const release = await office.runTransition(office.admin, draft.id, 'release')
        expect([at, release.status]).toEqual([at, isStale ? 409 : 200])
        if (!isStale) await office.runTransition(office.admin, draft.id, 'takeBack')
      }
    })
  })

  describe('with several users and processes', () => {
    openOffice()

    test('if two administrators release a draft simultaneously, only one of them succeeds', async () => {
      const id = await office.addGradedApplication({})
      const [one, other] = [await office.computeDraft(), await office.computeDraft()]
      const answers = await Promise.all([
        office.runTransition(office.admin, one.id, 'release'),
        office.runTransition(office.ioana, one.id, 'release'),
        office.runTransition(office.ioana, other.id, 'release'),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
      await office.sendNotifications()
      expect((await office.emailsOf(id)).map(({ kind }) => kind)).toEqual(['placeOffered'])
    })

    test('a grade change in progress delays the release, which then fails', async () => {
      await office.sendNotifications()
      const id = await office.addGradedApplication({ average: 7.5 })
      const draft = await office.computeDraft()
      const [changed, finished] = [createGate(), createGate()]
      const change = recordsOf(office.context).inTransaction(async (records) => {
        await records.applyInternalChange(systemPermit('demo', registrations, 'update'), {
          id,
          action: 'update',
          values: () => ({ baccalaureateAverage: 9.99 }),
        })
        changed.open()
        await finished.opened
      })
      await changed.opened
      const release = office.runTransition(office.admin, draft.id, 'release')
      setTimeout(finished.open, 300)
      await change
      expect((await release).status).toBe(409)
      expect(await office.sendNotifications()).toBe(0)
      expect(await office.emailsOf(id)).toEqual([])
    })

    test('if grades change during a release, applicants are notified of the unchanged draft or of nothing', async () => {
      const id = await office.addGradedApplication({ average: 7.6 })
      const draft = await office.computeDraft()
      const change = (average: number) =>
        office.call(office.admin, 'PATCH', '/api/registrations/update', {
          id,
          baccalaureateAverage: average,
        })
      const [release] = await Promise.all([
        office.runTransition(office.admin, draft.id, 'release'),
        change(7.7),
        change(7.8),
      ])
      await office.sendNotifications()
      const notified = await office.context.database.query<{ average: number }>(
        'select averages[1] as average from admission_result where registration_id = $1 and notified_at is not null',
        [id],
      )
      expect([release.status, notified.map(({ average }) => average)]).toEqual(
        release.status === 200 ? [200, [760]] : [409, []],
      )
      expect((await office.emailsOf(id)).length).toBe(release.status === 200 ? 1 : 0)
    })

    test('released results can be withdrawn only as a whole and before the first notification', async () => {
      const id = await office.addGradedApplication({ average: 9.9 })
      const draft = await office.computeDraft()
      await office.runTransition(office.admin, draft.id, 'release')
      expect((await office.runTransition(office.admin, draft.id, 'takeBack')).data).toMatchObject({
        state: 'ready',
        notifyAt: null,
        releasedAt: null,
      })
      expect(await office.sendNotifications()).toBe(0)
      expect(await office.emailsOf(id)).toEqual([])
      await office.runTransition(office.admin, draft.id, 'release')
      office.wait(3 * minuteMs)
      expect(
        (await office.runTransition(office.admin, draft.id, 'takeBack')).failure,
      ).toMatchObject({ code: 'transition.notified' })
    })

    test('a second administrator has to agree when the setting requires it', async () => {
      await applyReleasedDrafts(office.context)
      await office.updateSettings({ rankingNeedsSecond: true })
      await office.addGradedApplication({ average: 8.8 })
      const draft = await office.computeDraft()
      expect(draft._can).toContain('propose')
      const codes = async (caller: typeof office.admin, step: string) =>
        (await office.runTransition(caller, draft.id, step)).failure?.fields?._?.[0]?.code
      expect(await codes(office.admin, 'release')).toBe('ranking.needsSecond')
      expect((await office.runTransition(office.admin, draft.id, 'propose')).data).toMatchObject({
        state: 'proposed',
      })
      expect(await codes(office.admin, 'release')).toBe('ranking.needsSecond')
      expect((await office.runTransition(office.ioana, draft.id, 'release')).data).toMatchObject({
        state: 'released',
      })
      await office.updateSettings({ rankingNeedsSecond: false })
    })

    test('proposing and releasing require a recent password', async () => {
      await office.sendNotifications()
      const draft = await office.computeDraft()
      const late = {
        ...office.admin,
        reauthenticatedAt: new Date(office.now().getTime() - 6 * minuteMs).toISOString(),
      }
      const codes = async () =>
        await Promise.all(
          ['propose', 'release'].map(
            async (step) => (await office.runTransition(late, draft.id, step)).failure?.code,
          ),
        )
      expect(await codes()).toEqual(Array(2).fill('reauthentication.required'))
    })

    test('a draft cannot be proposed if one administrator may release it', async () => {
      await office.sendNotifications()
      const draft = await office.computeDraft()
      expect(draft._can).toContain('release')
      expect(draft._can).not.toContain('propose')
      expect((await office.runTransition(office.admin, draft.id, 'propose')).status).toBe(409)
    })

    test('if a process stops while it computes a draft, another process computes the draft from the beginning', async () => {
      await office.sendNotifications()
      const id = await office.createRecord('admission-drafts', { admissionRoundId: office.roundId })
      const { database } = office.context
      const lease = new Date(office.now().getTime() + minuteMs).toISOString()
      await database.query(
        'insert into admission_run (draft_id, lease_token, lease_until, progress) values ($1, $2, $3, 70)',
        [id, randomUUID(), lease],
      )
      await database.query(
        `insert into admission_result (draft_id, registration_id, outcome, missing)
         select $1, id, 'waiting', '[]' from registrations`,
        [id],
      )
      expect(await runDueDrafts(office.context)).toBe(0)
      office.wait(2 * minuteMs)
      expect(await runDueDrafts(office.context)).toBe(1)
      const [row] = await database.query<{ total: number }>(
        'select count(*) as total from admission_result where draft_id = $1',
        [id],
      )
      const { data } = await office.call<{ state: string; candidates: number }>(
        office.admin,
        'GET',
        `/api/admission-drafts/${id}`,
      )
      expect(data).toMatchObject({ state: 'ready', candidates: row?.total })
    })

    test('interrupted notification continues where it stopped, and notifies each applicant once', async () => {
      const ids = [
        await office.addGradedApplication({ average: 5.5 }),
        await office.addGradedApplication({ average: 5.4 }),
      ]
      const draft = await office.computeDraft()
      await office.runTransition(office.admin, draft.id, 'release')
      await office.context.database.query(
        'update admission_result set notified_at = now() where draft_id = $1 and registration_id = $2',
        [draft.id, ids[0]],
      )
      await office.sendNotifications()
      expect(await office.emailsOf(ids[0] ?? '')).toEqual([])
      expect((await office.emailsOf(ids[1] ?? '')).map(({ kind }) => kind)).toEqual(['waiting'])
    })
  })

  describe('with applications that cannot be ranked directly', () => {
    openOffice()

    test('a person is ranked once: a possible duplicate waits for staff and cannot displace the earlier application', async () => {
      const cnp = validCnp(77)
      const first = await office.addGradedApplication({ average: 9 }, { cnp })
      const duplicate = await office.addGradedApplication(
        { average: 9.5 },
        { cnp, specializationId: office.historyId, isDuplicate: true },
      )
      const draft = await office.computeDraft()
      expect((await office.getDraftPart<Incomplete>(draft.id, 'incomplete')).list).toMatchObject([
        { registrationId: duplicate, missing: ['duplicate'] },
      ])
      expect(draft.placed).toBe(1)
      const closing = {
        id: first,
        status: 'declined',
        reasonCode: 'not_eligible',
        issueExplanation: 'Duplicate of the other application.',
      }
      expect((await office.updateStatus(office.admin, closing)).status).toBe(200)
      const next = await office.computeDraft()
      expect((await office.getDraftPart<Incomplete>(next.id, 'incomplete')).list).toEqual([])
      expect(next.placed).toBe(1)
    })

    test('an applicant gets a released place even if one of the documents has become unreadable in the meantime', async () => {
      const id = await office.addGradedApplication({ average: 9.7 })
      await office.runTransition(office.admin, (await office.computeDraft()).id, 'release')
      await office.context.database.query(
        `update file set state = 'unreadable' where id = (select file_diploma_url from registrations where id = $1)`,
        [id],
      )
      await office.sendNotifications()
      expect(await office.placeOf(id)).toBe('letters budget')
      expect((await office.emailsOf(id)).map(({ kind }) => kind)).toEqual(['placeOffered'])
    })
  })

  describe('in a second round', () => {
    openOffice()

    test('confirmed applicants move up or stay, the others compete again, and no one is notified of the same place twice', async () => {
      const [top, retained, last] = [
        await office.addGradedApplication({ average: 9.8 }),
        await office.addGradedApplication({ average: 9 }),
        await office.addGradedApplication({ average: 8 }),
      ]
      await office.runTransition(office.admin, (await office.computeDraft()).id, 'release')
      await office.sendNotifications()
      expect(await Promise.all([top, retained, last].map(office.placeOf))).toEqual([
        'letters budget',
        'letters fee',
        'none',
      ])
      await confirmApplicantPlace(office.context, retained)
      await office.updateStatus(office.admin, {
        id: top,
        status: 'declined',
        reasonCode: 'place_not_confirmed',
        issueExplanation: 'The day has passed.',
      })
      // A confirmed place is kept even if the applicant's average changes.
      await office.call(office.admin, 'PATCH', '/api/registrations/update', {
        id: retained,
        baccalaureateAverage: 5,
      })
      await office.runTransition(office.admin, (await office.computeDraft()).id, 'release')
      await office.sendNotifications()
      expect(await Promise.all([retained, last].map(office.placeOf))).toEqual([
        'letters fee',
        'letters budget',
      ])
      expect(
        (await office.emailsOf(retained)).filter(({ kind }) => kind === 'placeOffered'),
      ).toHaveLength(1)
      expect((await office.emailsOf(last)).map(({ kind }) => kind)).toEqual([
        'waiting',
        'placeOffered',
      ])
    })

    test('reserved places go to entitled applicants after the general places are allocated', async () => {
      const kind = await office.createRecord('place-kinds', { name: 'Mediul rural' })
      const { data } = await office.call<{ list: { id: string; specializationId: string }[] }>(
        office.admin,
        'GET',
        '/api/admission-programmes',
      )
      const programme = data.list.find(
        ({ specializationId }) => specializationId === office.historyId,
      )
      await office.createRecord('special-places', {
        admissionProgrammeId: programme?.id,
        placeKindId: kind,
        places: 1,
      })
      const inHistory = { specializationId: office.historyId, fundingPreference: 'budget' }
      const [general, rural] = [
        await office.addGradedApplication({ average: 9.9 }, inHistory),
        await office.addGradedApplication({ average: 6 }, { ...inHistory, placeKindId: kind }),
      ]
      await office.runTransition(office.admin, (await office.computeDraft()).id, 'release')
      await office.sendNotifications()
      expect(await Promise.all([general, rural].map(office.placeOf))).toEqual([
        'history budget',
        'history special',
      ])
    })
  })

  describe('before the release of changed results', () => {
    openOffice()

    test('the effect counts applicants who become fee-paying, and those who move up or down', async () => {
      const effectOf = async () =>
        (await office.getDraftPart<ApplicantPosition>((await office.computeDraft()).id, 'status'))
          .effect
      const inHistory = { specializationId: office.historyId, fundingPreference: 'budget' }
      const payer = await office.addGradedApplication(
        { average: 9.5 },
        { fundingPreference: 'fee' },
      )
      // Prefers a fee-paying place, and got a state-funded one.
      const mover = await office.addGradedApplication({ average: 9 }, { fundingPreference: 'fee' })
      await office.createRecord('application-choices', {
        ...{ registrationId: mover, position: 2 },
        ...inHistory,
      })
      const loser = await office.addGradedApplication({ average: 8 }, inHistory)
      const general = await office.addGradedApplication({ average: 9.2 })
      await office.runTransition(office.admin, (await office.computeDraft()).id, 'release')
      await office.sendNotifications()
      expect(await Promise.all([payer, mover, loser, general].map(office.placeOf))).toEqual([
        'letters fee',
        'history budget',
        'none',
        'letters budget',
      ])
      await confirmApplicantPlace(office.context, mover)
      await storeAcceptances(office.context.database, [
        {
          ...{ registrationId: mover, roundId: office.roundId, mode: 'moveUp', agreedToPay: true },
          ...{ specializationId: office.historyId, kind: 'budget', language: 'ro' },
          consented: [
            {
              ...{ specializationId: office.philologyId, kind: 'fee' },
              ...{ tuition: null, confirmationFee: null },
            },
          ],
          ...{ by: { kind: 'applicant' }, at: office.now() },
        },
      ])
      await office.updateStatus(office.admin, {
        id: payer,
        status: 'declined',
        reasonCode: 'place_not_confirmed',
        issueExplanation: 'The day has passed.',
      })
      expect(await effectOf()).toMatchObject({
        ...{ first: { total: 1, confirmed: 0 }, nowFeePaying: { total: 1, confirmed: 1 } },
        ...{ down: nobody, up: nobody, lost: nobody },
      })
      const [newest] = await office.context.database.query<{ id: string }>(
        'select id from admission_drafts order by started_at desc limit 1',
      )
      const members = await office.getDraftPart<Members>(
        newest?.id ?? '',
        'applicants?group=nowFeePaying&pageSize=50',
      )
      expect(members).toMatchObject({
        ...{ totalCount: 1, page: 1, pageSize: 50 },
        list: [
          {
            ...{ registrationId: mover, change: 'nowFeePaying', isConfirmed: true },
            before: { specializationId: office.historyId, kind: 'budget' },
            now: { specializationId: office.philologyId, kind: 'fee' },
            mail: 'movedUp',
          },
        ],
      })
      await recordsOf(office.context).accessLogger.flush()
      expect(
        await office.context.database.query(
          `select user_id from access_log where resource = 'registrations' and kind = 'listed' and record_ids = array[$1::uuid] and user_id = $2`,
          [mover, office.ana.id],
        ),
      ).toHaveLength(1)
      // With a better applicant, the state-funded place of the fourth one becomes fee-paying too.
      await office.addGradedApplication({ average: 9.9 }, { fundingPreference: 'budget' })
      expect(await effectOf()).toMatchObject({
        ...{ nowFeePaying: { total: 1, confirmed: 0 }, down: nobody, up: nobody },
      })
    })
  })

  describe('before the release of results that take something away', () => {
    openOffice()

    test('each administrator has to open the names of those who are worse off, and say that they read them', async () => {
      await office.addGradedApplication({ average: 9.5 })
      await office.runTransition(office.admin, (await office.computeDraft()).id, 'release')
      await office.sendNotifications()
      await office.addGradedApplication({ average: 9.9 })
      await office.updateSettings({ rankingNeedsSecond: true })
      const draft = await office.computeDraft()
      const attempt = async (caller: typeof office.admin, step: string, body: object) => {
        const path = `/api/admission-drafts/${draft.id}/actions/${step}`
        const answer = await office.call(caller, 'POST', path, body)
        return answer.status === 200 ? 200 : (answer.failure.fields?._?.[0]?.code ?? answer.status)
      }
      const openNames = (caller: typeof office.admin) =>
        office.call(
          caller,
          'GET',
          `/api/admission-drafts/${draft.id}/applicants?group=nowFeePaying`,
        )
      const statement = { readGroups: ['nowFeePaying'] }
      expect(await attempt(office.admin, 'propose', statement)).toBe('ranking.notRead')
      await openNames(office.admin)
      expect(await attempt(office.admin, 'propose', {})).toBe('ranking.notRead')
      expect(await attempt(office.admin, 'propose', { readGroups: ['lost', 'down'] })).toBe(
        'ranking.notRead',
      )
      expect(await attempt(office.admin, 'propose', { readGroups: ['none'] })).toBe(400)
      expect(await attempt(office.admin, 'propose', statement)).toBe(200)
      expect(await attempt(office.admin, 'release', statement)).toBe('ranking.needsSecond')
      expect(await attempt(office.ioana, 'release', statement)).toBe('ranking.notRead')
      await openNames(office.ioana)
      expect(await attempt(office.ioana, 'release', {})).toBe('ranking.notRead')
      expect(await attempt(office.ioana, 'release', statement)).toBe(200)
    })

    test('names that were opened in an earlier draft do not count', async () => {
      await office.updateSettings({ rankingNeedsSecond: false })
      const released = await office.computeDraft()
      expect((await office.runTransition(office.admin, released.id, 'release')).status).toBe(409)
      const path = `/api/admission-drafts/${(await office.computeDraft()).id}/actions/release`
      const answer = await office.call(office.admin, 'POST', path, { readGroups: ['nowFeePaying'] })
      expect(answer.failure).toMatchObject({ fields: { _: [{ code: 'ranking.notRead' }] } })
    })
  })

  describe('in a second round in which all places are kept', () => {
    openOffice()

    test('a higher average waits behind confirmed places, and the applicant and the public list see why', async () => {
      const inHistory = { specializationId: office.historyId, fundingPreference: 'budget' }
      const holder = await office.addGradedApplication({ average: 9.2 }, inHistory)
      await office.runTransition(office.admin, (await office.computeDraft()).id, 'release')
      await office.sendNotifications()
      await confirmApplicantPlace(office.context, holder)
      const newcomer = await office.addGradedApplication({ average: 9.99 }, inHistory)
      await office.runTransition(office.admin, (await office.computeDraft()).id, 'release')
      await office.sendNotifications()
      const resultOf = async (id: string) =>
        (await readApplication(office.context, id)).result?.choices.map(
          ({ position, waiting, held, lastAverage, reason }) => ({
            ...{ position, waiting, held, lastAverage, reason },
          }),
        )
      const [kept, waits] = [await resultOf(holder), await resultOf(newcomer)]
      expect([kept, waits]).toEqual([
        [{ position: 2, waiting: null, held: 1, lastAverage: null, reason: 'kept' }],
        [{ position: 1, waiting: 1, held: 1, lastAverage: null, reason: 'heldAll' }],
      ])
      const referenceOf = async (id: string) => (await office.getApplication(id)).referenceCode
      expect((await readResults(office.context, 'IST', 'ro'))?.kinds).toEqual([
        {
          ...{ kind: 'budget', kindName: null, places: 1, held: 1, lastAverage: null },
          kept: [{ reference: await referenceOf(holder), average: 920, round: 'Etapa I' }],
          admitted: [],
          waiting: [
            { reference: await referenceOf(newcomer), average: 999, waiting: 1, reason: 'heldAll' },
          ],
        },
      ])
      await office.call(office.admin, 'PATCH', '/api/admission-rounds/update', {
        ...{ id: office.roundId, nameEn: 'Round I' },
      })
      expect((await readResults(office.context, 'IST', 'en'))?.kinds).toMatchObject([
        { kept: [{ round: 'Round I' }] },
      ])
    })

    test('applicants read that they wait, have to confirm, or lost an offered place, and the search by CNP shows only that results are out', async () => {
      const inHistory = { specializationId: office.historyId, fundingPreference: 'budget' }
      const programmes = await office.call<{ list: { id: string; specializationId: string }[] }>(
        office.admin,
        'GET',
        '/api/admission-programmes',
      )
      const programme = programmes.data.list.find(
        ({ specializationId }) => specializationId === office.historyId,
      )
      await office.call(office.admin, 'PATCH', '/api/admission-programmes/update', {
        ...{ id: programme?.id, placesBudget: 3 },
      })
      const cnps = [validCnp(881), validCnp(882)] as const
      const offered = await office.addGradedApplication(
        { average: 9.5 },
        { ...inHistory, cnp: cnps[0] },
      )
      const waiting = await office.addGradedApplication(
        { average: 9.3 },
        { ...inHistory, cnp: cnps[1] },
      )
      const stateOf = async (id: string) => {
        const { state, turn, dates, params } = (await readApplication(office.context, id)).state
        return [turn, state, dates[0]?.date, params.round?.name, params.n]
      }
      const byCnp = async (cnp: string) => {
        const {
          data: { list },
        } = await office.call<{ list: WirePublicStatus[] }>(null, 'POST', statusSearch.path, {
          cnp,
        })
        const { turn, state, params, milestones } = list[0]?.state ?? {}
        return [
          turn,
          state,
          params?.round?.name,
          params?.n,
          milestones?.map(({ step }) => step).join(),
        ]
      }
      await office.runTransition(office.admin, (await office.computeDraft()).id, 'release')
      await office.sendNotifications()
      expect(await Promise.all([offered, waiting].map(stateOf))).toEqual([
        ['applicant', 'placeOffered', '2026-07-25', 'Etapa I', undefined],
        ['waiting', 'waiting', undefined, 'Etapa I', 1],
      ])
      // Staff read the same state.
      expect((await office.getApplication(waiting)).state).toEqual(
        (await readApplication(office.context, waiting)).state,
      )
      expect(await Promise.all(cnps.map(byCnp))).toEqual([
        ['applicant', 'resultsOutAct', 'Etapa I', undefined, 'sent,results'],
        ['waiting', 'resultsOut', 'Etapa I', undefined, 'sent,results'],
      ])
      // The next results give the place to another applicant.
      await office.addGradedApplication({ average: 9.9 }, inHistory)
      await office.runTransition(office.admin, (await office.computeDraft()).id, 'release')
      await office.sendNotifications()
      expect(await Promise.all([offered, waiting].map(stateOf))).toEqual([
        ['waiting', 'placeRetracted', undefined, 'Etapa I', 1],
        ['waiting', 'waiting', undefined, 'Etapa I', 2],
      ])
      expect((await office.emailsOf(offered)).map(({ kind }) => kind)).toEqual([
        'placeOffered',
        'placeRetracted',
      ])
      expect(await byCnp(cnps[0])).toEqual([
        ...['waiting', 'resultsOut', 'Etapa I', undefined],
        'sent,results',
      ])
    })

    test('without places no applicant reads that others have a higher average', async () => {
      const { data } = await office.call<{ list: { id: string; specializationId: string }[] }>(
        office.admin,
        'GET',
        '/api/admission-programmes',
      )
      const programme = data.list.find(
        ({ specializationId }) => specializationId === office.philologyId,
      )
      const id = await office.addGradedApplication({ average: 9 })
      await office.call(office.admin, 'PATCH', '/api/admission-programmes/update', {
        ...{ id: programme?.id, placesBudget: 0, placesFee: 0 },
      })
      await office.runTransition(office.admin, (await office.computeDraft()).id, 'release')
      await office.sendNotifications()
      expect((await readApplication(office.context, id)).result?.choices).toMatchObject([
        { kind: 'budget', places: 0, isFree: false, lastAverage: null, reason: 'noPlaces' },
        { kind: 'fee', places: 0, isFree: false, lastAverage: null, reason: 'noPlaces' },
      ])
    })
  })

  describe('with a condition and five tie-breakers', () => {
    openOffice()

    async function editProgramme(specializationId: string, values: object) {
      const { data } = await office.call<{ list: { id: string; specializationId: string }[] }>(
        office.admin,
        'GET',
        '/api/admission-programmes',
      )
      const found = data.list.find((one) => one.specializationId === specializationId)
      const answer = await office.call(office.admin, 'PATCH', '/api/admission-programmes/update', {
        ...{ id: found?.id, changeReason: `A different rule: ${JSON.stringify(values)}` },
        ...values,
      })
      expect(answer.status).toBe(200)
    }
    const resultOf = async (id: string) => (await readApplication(office.context, id)).result

    test('applicants who do not meet a condition leave the list of that programme only, and read it with their grade', async () => {
      await editProgramme(office.philologyId, { requires: 'examGrade >= 5' })
      const add = async (examGrade: number | null, further = true) => {
        const id = await office.addGradedApplication(
          { average: 9.5 },
          { fundingPreference: 'budget', specializationId: office.philologyId, examGrade },
        )
        if (further)
          await office.createRecord('application-choices', {
            ...{ registrationId: id, position: 2, specializationId: office.historyId },
            fundingPreference: 'budget',
          })
        return id
      }
      const [failed, failedOnly, missing, exact] = [
        await add(4.99),
        await add(4.99, false),
        await add(null),
        await add(5, false),
      ]
      const draft = await office.computeDraft()
      expect(draft.report).toMatchObject({ found: 0 })
      expect(
        (
          await office.getDraftPart<{ list: { registrationId: string; missing: string[] }[] }>(
            draft.id,
            'incomplete',
          )
        ).list
          .map(({ registrationId, missing }) => [registrationId, missing])
          .toSorted(),
      ).toEqual([[failedOnly, ['notEligible']] as const, [missing, ['examGrade']]].toSorted())
      await office.runTransition(office.admin, draft.id, 'release')
      await office.sendNotifications()
      expect(await office.placeOf(exact)).toBe('letters budget')
      expect(await resultOf(failed)).toMatchObject({
        hasPlace: true,
        choices: [{ programme: 'Istorie', number: 2, reason: 'won' }],
        ineligible: [{ programme: 'Filologie', number: 1, requires: 'examGrade >= 5' }],
        missing: [],
      })
      expect((await resultOf(failed))?.grades).toContainEqual(
        expect.objectContaining({ name: 'examGrade', value: 4.99 }),
      )
      expect(await resultOf(failedOnly)).toMatchObject({
        ...{ hasPlace: false, choices: [] },
        ineligible: [{ number: 1, requires: 'examGrade >= 5' }],
        missing: [{ name: 'notEligible' }],
      })
      expect(await resultOf(missing)).toMatchObject({
        ...{ hasPlace: false, choices: [], ineligible: [] },
        missing: [{ name: 'examGrade', labels: { en: 'Admission exam grade' } }],
      })
    })

    test('a condition that is added later does not take a confirmed place away', async () => {
      const id = await office.addGradedApplication(
        { average: 9.9 },
        { fundingPreference: 'budget', specializationId: office.historyId },
      )
      await office.runTransition(office.admin, (await office.computeDraft()).id, 'release')
      await office.sendNotifications()
      await confirmApplicantPlace(office.context, id)
      await editProgramme(office.historyId, { requires: 'baccalaureateAverage > 9.95' })
      const draft = await office.computeDraft()
      expect(draft.report).toMatchObject({ found: 0 })
      await office.runTransition(office.admin, draft.id, 'release')
      await office.sendNotifications()
      expect(await office.placeOf(id)).toBe('history budget')
    })

    test('an applicant reads neither that the application may be a duplicate nor that of the other one', async () => {
      const id = await office.addGradedApplication(
        { average: 9 },
        { fundingPreference: 'budget', gradesCheckedAt: null },
      )
      await office.runTransition(office.admin, (await office.computeDraft()).id, 'release')
      await office.sendNotifications()
      await office.context.database.query(
        `update admission_result set missing = '["duplicate"]' where registration_id = $1`,
        [id],
      )
      expect((await resultOf(id))?.missing).toEqual([
        {
          name: 'unchecked',
          labels: expect.objectContaining({ en: 'confirmation by the admission office' }),
        },
      ])
    })

    test('the fifth tie-breaker decides if all others are equal, and the applicant reads all of them', async () => {
      await editProgramme(office.philologyId, {
        ...{ requires: null, firstTie: 'profileGrade', secondTie: 'degreeAverage' },
        ...{ thirdTie: 'examGrade', fourthTie: 'profileGrade', fifthTie: 'romanianGrade' },
      })
      const add = (romanian: number) =>
        office.addGradedApplication(
          { average: 10, romanian },
          {
            ...{ fundingPreference: 'budget', specializationId: office.philologyId },
            ...{ profileGrade: 8, degreeAverage: 8, examGrade: 7 },
          },
        )
      const [better, worse] = [await add(9.9), await add(9.8)]
      const draft = await office.computeDraft()
      expect(draft.report).toMatchObject({ found: 0 })
      await office.runTransition(office.admin, draft.id, 'release')
      await office.sendNotifications()
      expect(await office.placeOf(better)).toBe('letters budget')
      const [choice] = (await resultOf(worse))?.choices ?? []
      expect(choice).toMatchObject({ reason: 'tie', waiting: 1 })
      expect(choice?.ties).toEqual([
        { formula: 'profileGrade', own: 800, last: 800 },
        { formula: 'degreeAverage', own: 800, last: 800 },
        { formula: 'examGrade', own: 700, last: 700 },
        { formula: 'profileGrade', own: 800, last: 800 },
        { formula: 'romanianGrade', own: 980, last: 990 },
      ])
      const reference = String((await office.getApplication(worse)).referenceCode)
      const { data } = await exportPerson(office.context, reference)
      expect(data).toMatchObject({ results: [{ fifth_ties: [980] }] })
    })
  })

  describe('after the results', () => {
    openOffice()

    test('an applicant sees the reason for the place, and can confirm the place until its deadline', async () => {
      const id = await office.addGradedApplication(
        { average: 9.7 },
        { fundingPreference: 'budget', specializationId: office.historyId },
      )
      const loserId = await office.addGradedApplication(
        { average: 9.65 },
        { fundingPreference: 'budget', specializationId: office.historyId },
      )
      await office.runTransition(office.admin, (await office.computeDraft()).id, 'release')
      expect((await readApplication(office.context, id)).result).toBeUndefined()
      await office.sendNotifications()
      expect((await readApplication(office.context, id)).result).toMatchObject({
        ...{
          round: 'Etapa I',
          hasPlace: true,
          canConfirm: true,
          confirmBy: '2026-07-25',
          confirmedAt: null,
        },
        choices: [
          {
            ...{
              programme: 'Istorie',
              number: 1,
              kind: 'budget',
              average: 970,
              position: 1,
              applicants: 2,
              ...{ places: 1, held: 0, lastAverage: 970 },
              waiting: null,
            },
            ...{
              isWon: true,
              reason: 'won',
              formula: 'baccalaureateAverage',
            },
          },
        ],
        grades: [
          { name: 'baccalaureateAverage', value: 9.7, labels: { en: 'Baccalaureate average' } },
          { name: 'romanianGrade', value: 9 },
        ],
      })
      const { result, choices } = await office.getApplication(id)
      expect([result?.round, choices]).toEqual([
        'Etapa I',
        [{ programme: 'Istorie', fundingPreference: 'budget' }],
      ])
      expect((await readApplication(office.context, loserId)).result).toMatchObject({
        hasPlace: false,
        choices: [
          {
            ...{ average: 965, position: 2, lastAverage: 970, waiting: 1 },
            ...{ isWon: false, reason: 'higherAverage' },
          },
        ],
      })
      await expect(confirmApplicantPlace(office.context, loserId)).rejects.toMatchObject({
        code: 'transition.refused',
      })
      expect(
        (await office.call(null, 'POST', '/api/registrations/confirm-place', {})).failure,
      ).toMatchObject({
        code: 'applicant.required',
      })
      const confirmed = await confirmApplicantPlace(office.context, id)
      expect(confirmed).toMatchObject({
        result: { canConfirm: false, confirmedAt: office.now().toISOString() },
      })
      expect(confirmed.timeline[0]).toMatchObject({ type: 'placeConfirmed', isOwn: true })
    })

    test('an unconfirmed place expires only once, on the day after its deadline, and goes to the next applicant', async () => {
      const id = await office.addGradedApplication({ average: 10 }, { fundingPreference: 'budget' })
      const draft = await office.computeDraft()
      await office.runTransition(office.admin, draft.id, 'release')
      await office.sendNotifications()
      const heldPlace = await office.placeOf(id)
      expect(await revokeUnconfirmedPlaces(office.context)).toBe(0)
      office.wait(6 * 24 * 60 * minuteMs)
      await recordClockTime(office.context)
      const revoked = await revokeUnconfirmedPlaces(office.context)
      expect([heldPlace, revoked > 0]).toEqual(['letters budget', true])
      expect(await office.getApplication(id)).toMatchObject({
        status: 'declined',
        reasonCode: 'place_not_confirmed',
      })
      expect((await office.emailsOf(id)).map(({ kind }) => kind)).toEqual([
        'placeOffered',
        'placeLost',
      ])
      expect(await revokeUnconfirmedPlaces(office.context)).toBe(0)
      await expect(confirmApplicantPlace(office.context, id)).rejects.toMatchObject({
        code: 'transition.refused',
      })
    })
  })
})
