import type { WireJob, WireJobItems, WireSelection } from '@matricola/schema/wire/jobs.ts'
import type { Caller } from '@matricola/server/caller.ts'
import { runJobs } from '@matricola/server/jobs/runner.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type AdmissionApp,
  minuteMs,
  reviewTexts,
  startAdmissionApp,
} from '#tests/support/admission-app.ts'
import { engines } from '#tests/support/databases.ts'

const changedSince = [{ code: 'undo.changedSince' }]

/** Runs a bulk call on selected records to completion and returns the job. */
async function bulk(
  api: TestApp,
  caller: Caller,
  call: { path: string; ids: readonly string[]; body: object },
): Promise<WireJob> {
  const selection = await api.call<WireSelection>(caller, 'POST', `/api/${call.path}/selections`, {
    ids: call.ids,
  })
  const job = await api.call<WireJob>(caller, 'POST', `/api/${call.path}/bulk`, {
    selection: selection.data.id,
    ...call.body,
    start: true,
  })
  await runJobs(api.context)
  return (await api.call<WireJob>(caller, 'GET', `/api/jobs/${job.data.id}`)).data
}

/** Undoes a job. Returns the undo job and its items. */
async function undo(
  api: TestApp,
  caller: Caller,
  id: string,
): Promise<{ job: WireJob; items: WireJobItems['list'] }> {
  const undoJob = await api.call<WireJob>(caller, 'POST', `/api/jobs/${id}/undo`, { start: true })
  expect([undoJob.status, undoJob.data.kind, undoJob.data.undoes]).toEqual([202, 'undo', id])
  await runJobs(api.context)
  const job = (await api.call<WireJob>(caller, 'GET', `/api/jobs/${undoJob.data.id}`)).data
  const items = (
    await api.call<WireJobItems>(caller, 'GET', `/api/jobs/${undoJob.data.id}/items?pageSize=100`)
  ).data.list
  return { job, items }
}

describe.each(engines)('undoing transitions of applications on $engine', ({ open }) => {
  let office: AdmissionApp
  beforeAll(async () => {
    office = await startAdmissionApp(open)
  })
  afterAll(() => office.close())
  const decline = (ids: string[]) =>
    bulk(office, office.ana, {
      path: 'registrations',
      ids,
      body: {
        action: 'decline',
        input: { reasonCode: 'not_eligible', issueExplanation: reviewTexts.text },
      },
    })

  test('is possible until the applicants have been notified: it restores the state, drops the emails and adds a timeline entry', async () => {
    const applications = [
      await office.addApplication(),
      await office.addApplication('under_review'),
    ]
    const ids = applications.map(({ id }) => id)
    const job = await decline(ids)
    expect(job.counts).toEqual({ done: 2 })
    expect((await office.emailsOf(ids[0] ?? '')).map(({ kind }) => kind)).toEqual(['declined'])
    office.wait(minuteMs)
    const { job: undone } = await undo(office, office.ana, job.id)
    expect(undone.counts).toEqual({ done: 2 })
    const now = await Promise.all(ids.map((id) => office.getApplication(id)))
    expect(
      now.map(({ status, reasonCode, decidedAt, notifyAt }) => [
        status,
        reasonCode,
        decidedAt,
        notifyAt,
      ]),
    ).toEqual([
      ['submitted', null, null, null],
      ['under_review', null, null, null],
    ])
    expect(await office.emailsOf(ids[0] ?? '')).toEqual([])
    const [event] = await office.context.database.query(
      'select type, payload from registration_event where registration_id = $1 order by at desc, id desc limit 1',
      [ids[0]],
    )
    expect(event).toEqual({ type: 'transitionUndone', payload: { step: 'decline' } })
  })

  test('is refused when the applicant has been notified, and keeps later changes', async () => {
    const applications = [await office.addApplication(), await office.addApplication()]
    const ids = applications.map(({ id }) => id)
    const job = await decline(ids)
    expect((await office.postCall(office.ana, ids[0] ?? '', 'undo')).status).toBe(200)
    expect((await office.postCall(office.ana, ids[0] ?? '', 'actions/startReview')).status).toBe(
      200,
    )
    const undoJob = (
      await office.call<WireJob>(office.ana, 'POST', `/api/jobs/${job.id}/undo`, { start: true })
    ).data
    office.wait(3 * 3_600_000)
    await runJobs(office.context)
    const items = (
      await office.call<WireJobItems>(office.ana, 'GET', `/api/jobs/${undoJob.id}/items`)
    ).data.list
    expect(items.map(({ outcome, issues }) => [outcome, issues])).toEqual([
      ['kept', expect.objectContaining({ status: changedSince })],
      ['state', { _: [{ code: 'transition.notified' }] }],
    ])
    expect((await office.getApplication(ids[1] ?? '')).status).toBe('declined')
  })
})
