import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WirePublicStatus } from '#resources/admission/wire.ts'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import {
  type AdmissionApp,
  minuteMs,
  reviewTexts,
  startAdmissionApp,
} from '#tests/support/admission-app.ts'
import { engines } from '#tests/support/databases.ts'
import { validCnp } from '#tests/support/seed-university.ts'

const accepted = (id: string) => ({ id, status: 'accepted' })
const declined = (id: string) => ({
  id,
  status: 'declined',
  reasonCode: 'other',
  issueExplanation: reviewTexts.text,
})

describe.each(engines)('a transition on hold on $engine', ({ open }) => {
  let office: AdmissionApp
  let programme: WireRecord
  let id: string
  beforeAll(async () => {
    office = await startAdmissionApp(open)
  })
  afterAll(() => office.close())

  const reviewed = async () => {
    programme = await office.addApplication('under_review', { assignedToId: office.ana.id })
    id = programme.id
  }
  const inTwoMinutes = () => new Date(office.now().getTime() + 2 * minuteMs).toISOString()
  const kinds = async () => (await office.emailsOf(id)).map(({ kind }) => kind)
  const visible = ({ timeline }: WireRegistration) =>
    timeline.filter(({ visibleFrom }) => visibleFrom !== null).map(({ type }) => type)

  test('is stored immediately, and the applicant is notified after two minutes', async () => {
    await reviewed()
    const { data } = await office.updateStatus(office.ana, accepted(id))
    const hold = {
      notifyAt: inTwoMinutes(),
      isManual: false,
      canUndo: true,
      notifiedStatus: 'under_review',
    }
    expect(data).toMatchObject({
      status: 'accepted',
      decidedAt: office.now().toISOString(),
      decidedOn: '2026-07-20',
      hold,
    })
    expect(data.timeline[0]).toMatchObject({
      type: 'accepted',
      from: 'under_review',
      to: 'accepted',
      visibleFrom: inTwoMinutes(),
    })
    expect(await office.emailsOf(id)).toEqual([
      { kind: 'accepted', run_at: inTwoMinutes(), state: 'waiting' },
    ])
    office.wait(2 * minuteMs)
    expect((await office.getApplication(id)).hold).toBeNull()
  })

  test.each([
    ['a decision', (id: string) => accepted(id), 'accepted'],
    [
      'a request for changes',
      (id: string) => ({
        id: id,
        status: 'update_requested',
        issue: 'A document is missing',
        issueExplanation: reviewTexts.text,
        requestedChanges: [{ field: 'phone', message: 'Is it correct?' }],
      }),
      'updateRequested',
    ],
  ] as const)('is notified immediately if staff request it: %s', async (_, step, kind) => {
    await reviewed()
    expect((await office.updateStatus(office.ana, step(id))).data.hold).toMatchObject({
      notifyAt: inTwoMinutes(),
      notifiedStatus: 'under_review',
    })
    const answer = await office.call<{ released: number }>(
      office.ana,
      'POST',
      '/api/registrations/release-decisions',
      { ids: [id] },
    )
    expect([answer.data.released, answer.body.message]).toEqual([
      1,
      '1 applicant has been notified.',
    ])
    const record = await office.getApplication(id)
    expect(record).toMatchObject({ hold: null, notifiedStatus: null, notifyAt: null })
    expect(record.timeline[0]).toMatchObject({ type: 'notifiedAtOnce', visibleFrom: null })
    expect(record.timeline[1]).toMatchObject({
      type: kind,
      visibleFrom: office.now().toISOString(),
    })
    expect(await office.emailsOf(id)).toEqual([
      { kind, run_at: office.now().toISOString(), state: 'waiting' },
    ])
    expect((await office.postCall(office.ana, id, 'undo')).failure.code).toBe('transition.notified')
    const repeated = await office.call<{ released: number }>(
      office.ana,
      'POST',
      '/api/registrations/release-decisions',
      { ids: [id] },
    )
    expect(repeated.data.released).toBe(0)
  })

  test('can be undone without visible traces', async () => {
    await reviewed()
    await office.updateStatus(office.ana, declined(id))
    office.wait(2 * minuteMs - 1)
    const { data, body } = await office.postCall(office.ana, id, 'undo')
    expect(body.message).toBe('The action has been undone.')
    const restored = {
      status: 'under_review',
      decidedAt: null,
      decidedOn: null,
      reasonCode: null,
      issueExplanation: null,
      hold: null,
    }
    expect(data).toMatchObject({
      ...restored,
      notifiedStatus: null,
      notifyAt: null,
      assignedToId: office.ana.id,
    })
    expect(await kinds()).toEqual([])
    expect(visible(data)).toEqual(['submitted'])
    expect(data.timeline[0]).toMatchObject({
      type: 'transitionUndone',
      from: 'declined',
      to: 'under_review',
      payload: { step: 'decline' },
    })
    const history = await office.call<{ list: { action: string }[] }>(
      office.ana,
      'GET',
      `/api/registrations/${id}/history`,
    )
    expect(history.data.list.map(({ action }) => action).slice(0, 2)).toEqual(['undo', 'decline'])
  })

  test('keeps the public status unchanged until the notification, and permanently if the transition is undone (R-T11)', async () => {
    const cnp = validCnp(888)
    const { id: one } = await office.addApplication('submitted', { cnp })
    await office.updateStatus(office.ana, { id: one, status: 'under_review' })
    const search = async () => {
      const found = await office.call<Page<WirePublicStatus>>(
        null,
        'POST',
        '/api/registrations/status-search',
        { cnp },
      )
      return found.data.list[0]
    }
    const before = await search()
    expect(before).toMatchObject({ status: 'under_review', actionNeeded: false, dueAt: null })
    office.wait(minuteMs)
    await office.updateStatus(office.ana, {
      id: one,
      status: 'update_requested',
      ...reviewTexts.request,
    })
    expect(await search()).toEqual(before)
    await office.postCall(office.ana, one, 'undo')
    office.wait(2 * minuteMs)
    expect(await search()).toEqual(before)
    await office.updateStatus(office.ana, accepted(one))
    expect(await search()).toEqual(before)
    office.wait(2 * minuteMs)
    expect(await search()).toMatchObject({
      status: 'accepted',
      updatedAt: office.now().toISOString(),
    })
  })

  test('can also be a change request. Undoing it restores the previous request', async () => {
    await reviewed()
    const before = await office.getApplication(id)
    await office.updateStatus(office.ana, {
      id,
      status: 'update_requested',
      ...reviewTexts.request,
    })
    expect(await office.emailsOf(id)).toMatchObject([
      { kind: 'updateRequested', run_at: inTwoMinutes() },
    ])
    const { data } = await office.postCall(office.ana, id, 'undo')
    for (const name of ['status', 'issue', 'issueExplanation', 'requestedChanges', 'updateDueAt'])
      expect(data[name]).toEqual(before[name])
    expect(await kinds()).toEqual([])
  })

  test('cannot be undone twice, or after the applicant was notified', async () => {
    await reviewed()
    const answer = await office.updateStatus(office.ana, accepted(id))
    office.wait(2 * minuteMs)
    for (const body of [{}, { version: answer.data.version }])
      expect((await office.postCall(office.ana, id, 'undo', body)).failure.code).toBe(
        'transition.notified',
      )
    await reviewed()
    expect((await office.postCall(office.ana, id, 'undo')).failure.code).toBe('transition.notified')
    await office.updateStatus(office.ana, accepted(id))
    expect((await office.postCall(office.ana, id, 'undo')).status).toBe(200)
    expect((await office.postCall(office.ana, id, 'undo')).failure.code).toBe('transition.notified')
  })

  test('can be undone only by its actor or an admin', async () => {
    await reviewed()
    await office.updateStatus(office.ana, accepted(id))
    expect((await office.getApplication(id, office.ben)).hold?.canUndo).toBe(false)
    expect((await office.postCall(office.ben, id, 'undo')).failure.code).toBe('access.denied')
    expect((await office.postCall(office.professor, id, 'undo')).status).toBe(403)
    expect((await office.postCall(null, id, 'undo')).status).toBe(401)
    expect((await office.getApplication(id)).hold?.canUndo).toBe(true)
    expect((await office.postCall(office.admin, id, 'undo')).data.status).toBe('under_review')
  })

  test('cannot be undone with an outdated version, so that later changes by other users stay', async () => {
    await reviewed()
    const { data } = await office.updateStatus(office.ana, accepted(id))
    await office.postCall(office.ben, id, 'assign', { userId: office.ben.id })
    const stale = await office.postCall(office.ana, id, 'undo', { version: data.version })
    expect([stale.status, stale.failure.code, stale.failure.current?.assignedToId]).toEqual([
      409,
      'record.stale',
      office.ben.id,
    ])
    expect((await office.postCall(office.ana, id, 'undo')).data).toMatchObject({
      status: 'under_review',
      assignedToId: office.ben.id,
    })
  })

  test('counts as notified once its email is being sent, even if the clock is slow', async () => {
    await reviewed()
    await office.updateStatus(office.ana, accepted(id))
    const late = new Date(Date.parse(inTwoMinutes()) + minuteMs).toISOString()
    const leaseQuery =
      'update outbox_mail set attempts = 1, lease_until = $2, lease_token = gen_random_uuid() where record_id = $1'
    await office.context.database.query(leaseQuery, [id, late])
    expect((await office.postCall(office.ana, id, 'undo')).failure.code).toBe('transition.notified')
    expect(await office.getApplication(id)).toMatchObject({ status: 'accepted' })
    expect(await kinds()).toEqual(['accepted'])
  })

  test('is notified immediately if the settings allow no time to undo', async () => {
    await office.updateSettings({ decisionHoldMinutes: 0 })
    await reviewed()
    const { data } = await office.updateStatus(office.ana, accepted(id))
    expect(data).toMatchObject({ status: 'accepted', hold: null, notifiedStatus: null })
    expect(data.timeline[0]?.visibleFrom).toBe(office.now().toISOString())
    expect(await office.emailsOf(id)).toMatchObject([
      { kind: 'accepted', run_at: office.now().toISOString() },
    ])
    expect((await office.postCall(office.ana, id, 'undo')).failure.code).toBe('transition.notified')
    await office.updateSettings({ decisionHoldMinutes: 2 })
  })

  test('is replaced by a later transition, and the applicant is notified only of the later one', async () => {
    await reviewed()
    await office.updateStatus(office.ana, accepted(id))
    office.wait(minuteMs)
    const { data } = await office.updateStatus(office.admin, declined(id))
    expect(data.hold).toMatchObject({ notifiedStatus: 'under_review', notifyAt: inTwoMinutes() })
    expect(await office.emailsOf(id)).toMatchObject([{ kind: 'declined', run_at: inTwoMinutes() }])
    expect(visible(data)).toEqual(['declined', 'submitted'])
  })

  test('is notified when the transition that replaced it is undone', async () => {
    await reviewed()
    await office.updateStatus(office.ana, accepted(id))
    await office.updateStatus(office.admin, declined(id))
    office.wait(minuteMs)
    const { data } = await office.postCall(office.admin, id, 'undo')
    expect(data).toMatchObject({
      status: 'accepted',
      reasonCode: null,
      hold: { notifiedStatus: 'under_review', notifyAt: inTwoMinutes() },
    })
    expect(await office.emailsOf(id)).toMatchObject([{ kind: 'accepted', run_at: inTwoMinutes() }])
    expect(visible(data)).toEqual(['accepted', 'submitted'])
  })

  test('is dropped if a later transition restores the state that the applicant knows', async () => {
    await reviewed()
    await office.updateStatus(office.ana, accepted(id))
    const revoked = await office.updateStatus(office.admin, {
      id,
      status: 'under_review',
      issueExplanation: reviewTexts.text,
    })
    expect(revoked.data).toMatchObject({ status: 'under_review', hold: null })
    expect(await kinds()).toEqual([])
    expect(visible(revoked.data)).toEqual(['submitted'])
  })

  test('can revoke a decision, and the applicant sees the old decision until the notification', async () => {
    const { id: notifiedId } = await office.addApplication('accepted')
    id = notifiedId
    const { data } = await office.updateStatus(office.admin, {
      id,
      status: 'under_review',
      issueExplanation: reviewTexts.text,
    })
    expect(data).toMatchObject({
      decidedAt: null,
      hold: { notifiedStatus: 'accepted', notifyAt: inTwoMinutes() },
    })
    expect(await office.emailsOf(id)).toMatchObject([
      { kind: 'decisionRevoked', run_at: inTwoMinutes() },
    ])
    const released = await office.updateStatus(office.admin, { id, status: 'submitted' })
    expect(released.data.hold).toMatchObject({
      notifiedStatus: 'accepted',
      notifyAt: inTwoMinutes(),
    })
    expect(await kinds()).toEqual(['decisionRevoked'])
    id = (await office.addApplication('declined')).id
    await office.updateStatus(office.admin, {
      id,
      status: 'under_review',
      issueExplanation: reviewTexts.text,
    })
    expect(await kinds()).toEqual(['reopened'])
    id = (await office.addApplication('update_requested')).id
    await office.updateStatus(office.ana, {
      id,
      status: 'under_review',
      issueExplanation: reviewTexts.text,
    })
    expect(await kinds()).toEqual(['updateRequestCancelled'])
  })

  test('does not exist for silent transitions, such as starting and releasing a review', async () => {
    id = (await office.addApplication()).id
    const started = await office.updateStatus(office.ana, { id, status: 'under_review' })
    expect(started.data).toMatchObject({ hold: null, assignedToId: office.ana.id })
    expect(visible(started.data)).toEqual(['reviewStarted', 'submitted'])
    const released = await office.updateStatus(office.ana, { id, status: 'submitted' })
    expect(released.data.timeline[0]).toMatchObject({ type: 'reviewReleased', visibleFrom: null })
    expect(await kinds()).toEqual([])
  })

  describe('with manual release of decisions', () => {
    beforeAll(() => office.updateSettings({ decisionRelease: 'manual' }))
    afterAll(() => office.updateSettings({ decisionRelease: 'automatic' }))
    const release = (body: object, caller = office.ana) =>
      office.call<{ released: number }>(
        caller,
        'POST',
        '/api/registrations/release-decisions',
        body,
      )

    test('waits for the release without a time limit, and can be undone until then', async () => {
      await reviewed()
      await office.updateStatus(office.ana, accepted(id))
      office.wait(48 * 60 * minuteMs)
      const hold = {
        notifyAt: '9999-12-31T00:00:00.000Z',
        isManual: true,
        canUndo: true,
        notifiedStatus: 'under_review',
      }
      expect((await office.getApplication(id, office.ana)).hold).toEqual(hold)
      expect(await office.emailsOf(id)).toMatchObject([{ run_at: '9999-12-31T00:00:00.000Z' }])
      expect((await office.postCall(office.ana, id, 'undo')).data).toMatchObject({
        status: 'under_review',
        hold: null,
      })
      expect(await kinds()).toEqual([])
    })

    test('is notified when selected decisions or all decisions are released', async () => {
      await reviewed()
      const first = id
      await office.updateStatus(office.ana, accepted(first))
      await reviewed()
      const second = id
      await office.updateStatus(office.ana, declined(second))
      const answer = await release({ ids: [first, programme.id, first] })
      expect(answer.data.released).toBe(2)
      await reviewed()
      await office.updateStatus(office.ana, accepted(id))
      const all = await release({ all: true })
      expect([all.data.released, all.body.message]).toEqual([1, '1 applicant has been notified.'])
      expect((await release({ all: true })).data.released).toBe(0)
      for (const one of [first, second, id]) {
        const record = await office.getApplication(one)
        expect(record).toMatchObject({ hold: null, notifiedStatus: null, notifyAt: null })
        expect(record.timeline[0]).toMatchObject({ type: 'decisionReleased', visibleFrom: null })
        expect(record.timeline[1]?.visibleFrom).toBe(office.now().toISOString())
        expect(await office.emailsOf(one)).toMatchObject([{ run_at: office.now().toISOString() }])
        expect((await office.postCall(office.admin, one, 'undo')).failure.code).toBe(
          'transition.notified',
        )
      }
    })

    test('can be released only by staff', async () => {
      for (const [caller, status] of [
        [office.professor, 403],
        [office.student, 403],
      ] as const)
        expect((await release({}, caller)).status).toBe(status)
      expect(
        (await office.call(null, 'POST', '/api/registrations/release-decisions', {})).status,
      ).toBe(401)
      for (const body of [
        undefined,
        null,
        {},
        { ids: null },
        { ids: [] },
        { ids: ['x'] },
        { all: false },
        { all: true, ids: [programme.id] },
      ])
        expect([body, (await release(body as object)).status]).toEqual([body, 400])
    })

    test('does not apply to a change request, whose deadline would expire', async () => {
      await reviewed()
      const { data } = await office.updateStatus(office.ana, {
        id,
        status: 'update_requested',
        ...reviewTexts.request,
      })
      expect(data.hold).toMatchObject({ isManual: false, notifyAt: inTwoMinutes() })
    })
  })
})
