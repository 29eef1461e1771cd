import type { WireJob, WireJobItem } from '@matricola/schema/wire/jobs.ts'
import type { Page, WireChange, WireRecord } from '@matricola/schema/wire/wire.ts'
import { runJobs } from '@matricola/server/jobs/runner.ts'
import { bulkCalls } from '@matricola/testing/bulk-calls.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AdmissionApp, minuteMs, startAdmissionApp } from '#tests/support/admission-app.ts'
import { engines } from '#tests/support/databases.ts'

describe.each(engines)('an action on many records on $engine', ({ open }) => {
  let office: AdmissionApp
  let calls: ReturnType<typeof bulkCalls>
  let count = 0
  const create = async (path: string, body: object) =>
    (await office.call<WireRecord>(office.admin, 'POST', `/api/${path}/create`, body)).data
  const get = async (path: string, id: string) =>
    (await office.call<WireRecord>(office.admin, 'GET', `/api/${path}/${id}`)).data
  const student = (studyYear: number, body: object = {}) => {
    count += 1
    return create('students', {
      lastName: 'Pop',
      firstName: 'Ana',
      matriculationNumber: `M-${count}`,
      specializationId: office.specializationId,
      academicYearOfEntry: '2024-2025',
      email: `m${count}@univ.ro`,
      studyYear,
      ...body,
    })
  }
  const act = (
    path: string,
    records: readonly WireRecord[],
    action: string,
    input?: object,
    caller = office.ana,
  ) =>
    calls.done(
      caller,
      path,
      { ids: records.map(({ id }) => id) },
      { action, ...(input && { input }) },
    )
  const outcomes = (items: readonly WireJobItem[]) => items.map(({ outcome }) => outcome)

  beforeAll(async () => {
    office = await startAdmissionApp(open)
    calls = bulkCalls(office)
    // The students have no grades, so promotion must not require credits.
    await office.updateSettings({ creditsForYear2: 0, creditsForYear3: 0 })
  })
  afterAll(() => office.close())

  describe('that is a decision', () => {
    const decide = async () => {
      const records = [
        await office.addApplication('in_progress'),
        await office.addApplication('in_progress'),
      ]
      return { records, ...(await act('registrations', records, 'accept')) }
    }

    test('can be undone only until the applicants have been notified', async () => {
      const { job, records, items } = await decide()
      // Timestamps follow from the transition. The field that was requested is the status.
      expect(job.fields).toEqual(['status'])
      expect(items[0]?.changes.length).toBeGreaterThan(1)
      expect(job).toMatchObject({ state: 'done', counts: { done: 2 }, can: ['undo'] })
      expect(job.undoUntil).toBe(new Date(office.now().getTime() + 2 * minuteMs).toISOString())
      office.wait(2 * minuteMs)
      expect(await calls.job(office.ana, job.id)).toMatchObject({ can: [], undoUntil: null })
      const { list } = (await office.call<Page<WireJob>>(office.ana, 'GET', '/api/jobs?pageSize=1'))
        .data
      expect(list[0]).toMatchObject({ id: job.id, can: [], undoUntil: null })
      expect(
        (await office.call(office.ana, 'POST', `/api/jobs/${job.id}/undo`, {})).failure.code,
      ).toBe('job.state')
      expect((await office.getApplication(String(records[0]?.id))).status).toBe('accepted')
    })

    test('skips and names applications under review by colleagues, unless the call includes them', async () => {
      const records = [
        await office.addApplication('under_review', { assignedToId: office.ben.id }),
        await office.addApplication('in_progress'),
        await office.addApplication('under_review', { assignedToId: office.ana.id }),
      ]
      const { preview, job, items } = await act('registrations', records, 'accept')
      expect(preview).toMatchObject({
        counts: { ready: 2, claimed: 1 },
        can: ['start', 'include', 'cancel'],
      })
      expect(outcomes(items)).toEqual(['claimed', 'done', 'done'])
      expect(items[0]?.issues).toEqual({
        _: [{ code: 'review.claimed', params: { name: office.ben.name } }],
      })
      expect(job.can).toEqual(['undo'])
      const [heldApplication] = records
      expect((await office.getApplication(String(heldApplication?.id))).status).toBe('under_review')
      const { preview: secondPreview } = await calls.tried(
        office.ana,
        'registrations',
        { ids: [String(heldApplication?.id)] },
        { action: 'accept' },
      )
      expect(secondPreview.can).toEqual(['include', 'cancel'])
      expect(
        (await office.call(office.ben, 'POST', `/api/jobs/${secondPreview.id}/include`, {})).failure
          .code,
      ).toBe('job.missing')
      await office.call(office.ana, 'POST', `/api/jobs/${secondPreview.id}/include`, {})
      await runJobs(office.context)
      expect(await calls.job(office.ana, secondPreview.id)).toMatchObject({
        state: 'ready',
        counts: { ready: 1 },
        can: ['start', 'cancel'],
      })
      await office.call(office.ana, 'POST', `/api/jobs/${secondPreview.id}/start`, { expected: 1 })
      await runJobs(office.context)
      expect((await office.getApplication(String(heldApplication?.id))).status).toBe('accepted')
    })

    test('counts the blocked applications by status, and on request first takes them into review', async () => {
      const records = [
        await office.addApplication('submitted'),
        await office.addApplication('submitted'),
        await office.addApplication('in_progress'),
        await office.addApplication('update_requested'),
      ]
      const ids = records.map(({ id }) => String(id))
      const { preview } = await calls.tried(
        office.ana,
        'registrations',
        { ids },
        { action: 'accept' },
      )
      expect(preview).toMatchObject({
        counts: { ready: 1, state: 3 },
        can: ['start', 'prepare', 'cancel'],
        // Answering or cancelling a request requires an explanation.
        blockedStates: [
          { state: 'submitted', count: 2, steps: ['startReview'] },
          { state: 'update_requested', count: 1, steps: [] },
        ],
      })
      const prepare = (caller: typeof office.ana) =>
        office.call<WireJob>(caller, 'POST', `/api/jobs/${preview.id}/prepare`, {})
      expect((await prepare(office.ben)).failure.code).toBe('job.missing')
      expect((await prepare(office.ana)).data.state).toBe('checking')
      await runJobs(office.context)
      const second = await calls.job(office.ana, preview.id)
      expect(second).toMatchObject({
        state: 'ready',
        counts: { ready: 3, state: 1 },
        can: ['start', 'cancel'],
      })
      // The check has changed nothing.
      expect((await office.getApplication(String(ids[0]))).status).toBe('submitted')
      await office.call(office.ana, 'POST', `/api/jobs/${preview.id}/start`, { expected: 3 })
      await runJobs(office.context)
      const statuses = async () =>
        await Promise.all(ids.map(async (id) => (await office.getApplication(id)).status))
      expect(await statuses()).toEqual(['accepted', 'accepted', 'accepted', 'update_requested'])
      const history = await office.call<Page<WireChange>>(
        office.admin,
        'GET',
        `/api/registrations/${ids[0]}/history`,
      )
      expect(history.data.list.slice(0, 2).map(({ action }) => action)).toEqual([
        'accept',
        'startReview',
      ])
      const undo = await office.call<WireJob>(office.ana, 'POST', `/api/jobs/${preview.id}/undo`, {
        start: true,
      })
      await runJobs(office.context)
      expect(await calls.job(office.ana, undo.data.id)).toMatchObject({
        state: 'done',
        counts: { done: 3 },
      })
      expect(await statuses()).toEqual([
        'submitted',
        'submitted',
        'in_progress',
        'update_requested',
      ])
    })

    test('leaves an application as it was if its decision is refused after the check', async () => {
      const programme = await create('specializations', {
        ...{ name: 'Logică', code: 'LG', departmentProfileId: office.departmentId },
        ...{ yearsOfStudy: 3, totalCredits: 180, placesBudget: 2, placesFee: 0 },
      })
      const ids: string[] = []
      for (let n = 0; n < 2; n++)
        ids.push((await office.addApplication('submitted', { specializationId: programme.id })).id)
      const { preview } = await calls.tried(
        office.ana,
        'registrations',
        { ids },
        { action: 'accept' },
      )
      await office.call(office.ana, 'POST', `/api/jobs/${preview.id}/prepare`, {})
      await runJobs(office.context)
      const update = await office.call(office.admin, 'PATCH', '/api/specializations/update', {
        ...{ id: programme.id, version: programme.version, placesBudget: 1 },
      })
      expect(update.status).toBe(200)
      await office.call(office.ana, 'POST', `/api/jobs/${preview.id}/start`, { expected: 2 })
      await runJobs(office.context)
      const items = await calls.items(office.ana, preview.id)
      expect(outcomes(items)).toEqual(['done', 'invalid'])
      expect(items[0]?.changes.find(({ field }) => field === 'status')).toMatchObject({
        before: 'submitted',
        after: 'accepted',
      })
      expect(items[1]?.issues).toEqual({ specializationId: [{ code: 'place.none' }] })
      expect(await office.getApplication(String(ids[1]))).toMatchObject({
        status: 'submitted',
        assignedToId: null,
      })
      const history = await office.call<Page<WireChange>>(
        office.admin,
        'GET',
        `/api/registrations/${ids[1]}/history`,
      )
      expect(history.data.list.map(({ action }) => action)).not.toContain('startReview')
    })

    test('is not reported as undone by an undo after the deadline', async () => {
      const { job } = await decide()
      const undo = await office.call<WireJob>(office.ana, 'POST', `/api/jobs/${job.id}/undo`, {
        start: true,
      })
      office.wait(2 * minuteMs)
      await runJobs(office.context)
      expect((await calls.job(office.ana, undo.data.id)).counts.done ?? 0).toBe(0)
      expect(await calls.job(office.ana, job.id)).toMatchObject({
        undoneBy: null,
        undoUntil: null,
        can: [],
      })
    })
  })

  describe('of students', () => {
    test('promotes students who have a next year, and reports students in their last year', async () => {
      const records = [await student(1), await student(2), await student(3)]
      const { preview, items } = await act('students', records, 'promote')
      expect(preview).toMatchObject({
        kind: 'action',
        action: 'promote',
        counts: { ready: 2, state: 1 },
      })
      expect(outcomes(items)).toEqual(['done', 'done', 'state'])
      expect(items[0]?.changes).toEqual([{ field: 'studyYear', before: 1, after: 2 }])
      expect(items[2]?.issues).toEqual({ studyYear: [{ code: 'year.last' }] })
      const history = await office.call<Page<WireChange>>(
        office.admin,
        'GET',
        `/api/students/${records[0]?.id}/history`,
      )
      expect(history.data.list[0]).toMatchObject({ action: 'promote', actor: { name: 'Ana Pop' } })
    })

    test('promotes one student by the same rules', async () => {
      const [first, last] = [await student(2), await student(3)]
      const promote = (id: string) =>
        office.call<WireRecord>(office.ana, 'POST', `/api/students/${id}/actions/promote`, {})
      expect((await promote(first.id)).data).toMatchObject({ studyYear: 3, version: 2 })
      const refusal = await promote(last.id)
      expect([refusal.status, refusal.failure.code, refusal.failure.fields]).toEqual([
        409,
        'transition.refused',
        { studyYear: [{ code: 'year.last' }] },
      ])
    })

    test('is undone by restoring the previous year', async () => {
      const records = [await student(1), await student(2)]
      const { job } = await act('students', records, 'promote')
      await office.call(office.admin, 'PATCH', '/api/students/update', {
        id: records[1]?.id,
        studyYear: 1,
      })
      const undo = await office.call<{ id: string }>(
        office.ana,
        'POST',
        `/api/jobs/${job.id}/undo`,
        { start: true },
      )
      await runJobs(office.context)
      expect(outcomes(await calls.items(office.ana, undo.data.id))).toEqual(['done', 'kept'])
      expect((await get('students', String(records[0]?.id))).studyYear).toBe(1)
    })
  })

  describe('of registrations', () => {
    test('starts and releases reviews, each with a timeline entry', async () => {
      const records = [
        await office.addApplication(),
        await office.addApplication(),
        await office.addApplication('accepted'),
      ]
      const { items } = await act('registrations', records, 'startReview')
      expect(outcomes(items)).toEqual(['done', 'done', 'state'])
      const [first] = records
      const application = await office.getApplication(String(first?.id))
      expect(application).toMatchObject({ status: 'under_review', assignedToId: office.ana.id })
      expect(application.timeline.some(({ type }) => type === 'reviewStarted')).toBe(true)
      const foreign = await act(
        'registrations',
        records.slice(0, 1),
        'release',
        undefined,
        office.ben,
      )
      expect(foreign.items[0]).toMatchObject({
        outcome: 'denied',
        issues: { _: [{ code: 'access.denied' }] },
      })
      const released = await act('registrations', records.slice(0, 2), 'release')
      expect(outcomes(released.items)).toEqual(['done', 'done'])
      expect(await office.getApplication(String(first?.id))).toMatchObject({
        status: 'submitted',
        assignedToId: null,
      })
    })

    test('accepts one application per place, and queues an email for each', async () => {
      const programme = {
        departmentProfileId: office.departmentId,
        yearsOfStudy: 3,
        totalCredits: 180,
        placesBudget: 1,
        placesFee: 1,
      }
      const { id: specializationId } = await create('specializations', {
        name: 'Drept',
        code: 'DR',
        ...programme,
      })
      const records = []
      for (let n = 0; n < 3; n++)
        records.push(await office.addApplication('under_review', { specializationId }))
      const { preview, items } = await act('registrations', records, 'accept')
      expect(preview.counts).toEqual({ ready: 2, invalid: 1 })
      expect(outcomes(items)).toEqual(['done', 'done', 'invalid'])
      expect(items[2]?.issues).toEqual({ specializationId: [{ code: 'place.none' }] })
      const mails = await Promise.all(records.map(({ id }) => office.emailsOf(id)))
      expect(mails.map((list) => list.map(({ kind }) => kind))).toEqual([
        ['accepted'],
        ['accepted'],
        [],
      ])
    })

    test('declines with one reason, which is required for all', async () => {
      const records = [await office.addApplication(), await office.addApplication('accepted')]
      const without = await act('registrations', records, 'decline', {
        issueExplanation: 'The programme was not held.',
      })
      expect(without.items[0]?.issues).toEqual({ reasonCode: [{ code: 'required' }] })
      const { items } = await act('registrations', records, 'decline', { reasonCode: 'no_places' })
      expect(outcomes(items)).toEqual(['done', 'state'])
      expect(items[1]?.issues._?.[0]).toMatchObject({ code: 'transition.refused' })
      expect((await office.emailsOf(String(records[0]?.id))).map(({ kind }) => kind)).toEqual([
        'declined',
      ])
    })

    test('has no effect in the preview: no timeline entry, no email, no version', async () => {
      const record = await office.addApplication('under_review')
      const before = await office.getApplication(record.id)
      const { preview } = await calls.tried(
        office.ana,
        'registrations',
        { ids: [record.id] },
        { action: 'decline', input: { reasonCode: 'no_places' } },
      )
      expect(preview.counts).toEqual({ ready: 1 })
      expect(await office.getApplication(record.id)).toEqual(before)
      expect(await office.emailsOf(record.id)).toEqual([])
    })

    test('assigns reviews only to a colleague, who is notified of each review', async () => {
      const records = [await office.addApplication(), await office.addApplication()]
      const { items } = await act('registrations', records, 'assign', {
        assignedToId: office.ben.id,
      })
      expect(outcomes(items)).toEqual(['done', 'done'])
      expect(items[0]?.changes.map(({ field }) => field)).toContain('assignedToId')
      expect((await office.getApplication(String(records[0]?.id))).assignedToId).toBe(office.ben.id)
      const notifications = await office.call<Page<WireRecord>>(
        office.ben,
        'GET',
        '/api/notifications?filters[type]=registrationAssigned',
      )
      expect(notifications.data.totalCount).toBe(2)
      expect(
        outcomes(
          (await act('registrations', records, 'assign', { assignedToId: office.ben.id })).items,
        ),
      ).toEqual(['same', 'same'])
      const student = await act('registrations', records, 'assign', {
        assignedToId: office.student.id,
      })
      expect(student.items[0]).toMatchObject({
        outcome: 'invalid',
        issues: { assignedToId: [{ code: 'reference.notAllowed' }] },
      })
      expect(
        outcomes((await act('registrations', records, 'assign', { assignedToId: null })).items),
      ).toEqual(['done', 'done'])
    })

    test('enrols accepted applicants once, each with an account and a student record', async () => {
      const accepted = [
        await office.addApplication('accepted'),
        await office.addApplication('accepted'),
      ]
      const heldApplication = await office.addApplication('accepted', {
        notifyAt: '2027-01-01T00:00:00.000Z',
        notifiedStatus: 'under_review',
      })
      const records = [...accepted, heldApplication, await office.addApplication()]
      const { preview, job, items } = await act('registrations', records, 'enrol')
      expect(preview.counts).toEqual({ ready: 2, state: 2 })
      expect(outcomes(items)).toEqual(['done', 'done', 'state', 'state'])
      expect(items[2]?.issues).toEqual({ _: [{ code: 'enrolment.decisionHeld' }] })
      const enrolled = await office.getApplication(String(accepted[0]?.id))
      expect(enrolled.studentId).toBeTypeOf('string')
      expect(await get('students', String(enrolled.studentId))).toMatchObject({
        status: 'active',
        registrationId: enrolled.id,
      })
      const changes = await office.context.database.query<{ resource: string }>(
        'select resource from change where job_id = $1',
        [job.id],
      )
      expect(changes.map(({ resource }) => resource).sort()).toEqual([
        'registrations',
        'registrations',
        'students',
        'students',
        'users',
        'users',
      ])
      expect(job.undoUntil).toBe(null)
      expect(
        (await office.call(office.ana, 'POST', `/api/jobs/${job.id}/undo`, {})).failure.code,
      ).toBe('job.state')
      expect(outcomes((await act('registrations', accepted, 'enrol')).items)).toEqual([
        'state',
        'state',
      ])
    })

    test('enrols one applicant by the same action', async () => {
      const record = await office.addApplication('accepted')
      const enrol = () =>
        office.call<WireRecord>(
          office.ana,
          'POST',
          `/api/registrations/${record.id}/actions/enrol`,
          {},
        )
      expect((await enrol()).data.studentId).toBeTypeOf('string')
      expect((await enrol()).failure.code).toBe('transition.refused')
      const missing = await office.call(
        office.ana,
        'POST',
        `/api/registrations/${record.id}/actions/assign`,
        {
          assignedToId: office.ben.id,
          version: 1,
        },
      )
      expect(missing.failure.code).toBe('record.stale')
    })
  })

  test.each<[string, string, object, object | string]>([
    [
      'that cannot run on many records',
      'registrations',
      {
        action: 'payFee',
        input: { feeAmount: 10, feePaidOn: '2026-07-01', feeMethod: 'cash', feeReceipt: 'R-1' },
      },
      { action: [{ code: 'choice.unknown' }] },
    ],
    [
      'that only another role may run',
      'registrations',
      { action: 'revoke', input: { issueExplanation: 'It was a mistake.' } },
      'access.denied',
    ],
  ])('%s is refused as a whole', async (_, path, change, expected) => {
    const record = await office.addApplication()
    const { data } = await calls.select(office.ana, path, { ids: [record.id] })
    const { failure } = await calls.ask(office.ana, path, { selection: data.id, ...change })
    expect(typeof expected === 'string' ? failure.code : failure.fields).toEqual(expected)
  })
})
