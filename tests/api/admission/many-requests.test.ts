import type { WireSelection } from '@matricola/schema/wire/jobs.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import { runJobs } from '@matricola/server/jobs/runner.ts'
import { systemPermit } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { bulkCalls } from '@matricola/testing/bulk-calls.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messageLimits } from '#resources/admission/message-limits.ts'
import type { RequestedChange } from '#resources/admission/wire.ts'
import { getResource, type ResourceName } from '#resources/index.ts'
import { requestChangesOfMany } from '#server/admission/review/many-requests.ts'
import { type AdmissionApp, minuteMs, startAdmissionApp } from '#tests/support/admission-app.ts'
import { engines } from '#tests/support/databases.ts'

const texts = {
  ro: { issue: 'Diplomă neclară', issueExplanation: 'Trimiteți ambele pagini ale diplomei.' },
  en: {
    issue: 'Blurred copy',
    issueExplanation: 'Please send both pages of the diploma.',
    suggestion: 'Scan it at 300 dpi.',
  },
}
const request = {
  requestTexts: texts,
  requestedChanges: [{ field: 'fileDiploma' }],
  requestDays: 10,
}
const dayMs = 24 * 60 * minuteMs

describe.each(engines)('a request for changes to many applicants on $engine', ({ open }) => {
  let office: AdmissionApp
  let calls: ReturnType<typeof bulkCalls>
  const idsOf = (records: readonly WireRecord[]) => ({ ids: records.map(({ id }) => id) })
  const ask = (records: readonly WireRecord[], input: object = request, caller = office.ana) =>
    calls.done(caller, 'registrations', idsOf(records), { action: 'requestUpdate', input })
  const refuse = async (
    records: readonly WireRecord[],
    input: object,
    caller: Caller = office.ana,
  ) => {
    const { data } = await calls.select(caller, 'registrations', idsOf(records))
    const { status, failure } = await calls.ask(caller, 'registrations', {
      selection: data.id,
      action: 'requestUpdate',
      input,
    })
    return { status, failure }
  }
  const requestedOf = async (record: WireRecord | undefined) =>
    ((await office.getApplication(String(record?.id))).requestedChanges ??
      []) as readonly RequestedChange[]
  const optionsOf = async (records: readonly WireRecord[], caller: Caller = office.ana) => {
    const { data } = await calls.select(office.ana, 'registrations', idsOf(records))
    return office.call(caller, 'POST', '/api/registrations/change-request-options', {
      selection: data.id,
    })
  }

  beforeAll(async () => {
    office = await startAdmissionApp(open)
    calls = bulkCalls(office)
  })
  afterAll(() => office.close())

  test('has the effects of a single one, with the text in each applicant’s language', async () => {
    const [romanian, english] = [
      await office.addApplication('submitted', { language: 'ro' }),
      await office.addApplication('in_progress', { language: 'en' }),
    ] as const
    const { preview, job } = await ask([romanian, english])
    expect(preview.counts).toEqual({ ready: 2 })
    expect(job).toMatchObject({ state: 'done', counts: { done: 2 }, can: ['undo'] })
    const single = await office.addApplication('submitted', { language: 'en' })
    await office.updateStatus(office.ana, {
      id: single.id,
      status: 'update_requested',
      ...texts.en,
      requestedChanges: request.requestedChanges,
      dueAt: new Date(office.now().getTime() + 10 * dayMs).toISOString().slice(0, 10),
    })
    const reviewOf = async ({ id }: WireRecord) => {
      const { status, issue, issueExplanation, suggestion, requestedChanges, ...rest } =
        await office.getApplication(id)
      return {
        ...{ status, issue, issueExplanation, suggestion, requestedChanges },
        updateDueAt: rest.updateDueAt,
        assignedToId: rest.assignedToId,
        hold: rest.hold?.notifyAt,
        timeline: rest.timeline
          .filter(({ type }) => type === 'updateRequested')
          .map(({ actor, payload, note }) => ({ actor, payload, note })),
        emails: (await office.emailsOf(id)).map(({ kind, run_at }) => ({ kind, run_at })),
      }
    }
    expect(await reviewOf(english)).toEqual(await reviewOf(single))
    expect(await reviewOf(romanian)).toMatchObject({ ...texts.ro, suggestion: null })
  })

  test('uses the deadline of the settings if it names no number of days', async () => {
    const record = await office.addApplication()
    const { requestDays: _, ...withoutDays } = request
    await ask([record], withoutDays)
    const settings = await office.call<WireRecord>(office.admin, 'GET', '/api/settings')
    const due = String((await office.getApplication(record.id)).updateDueAt)
    const days = (Date.parse(due) - office.now().getTime()) / dayMs
    expect(Math.floor(days)).toBe(settings.data.updateRequestDays)
  })

  test('previews who is left out, each with the reason', async () => {
    const records = [
      await office.addApplication(),
      await office.addApplication('under_review', { assignedToId: office.ben.id }),
      await office.addApplication('update_requested'),
      await office.addApplication('declined'),
      await office.addApplication('submitted', { erasedAt: office.now().toISOString() }),
    ]
    const { preview, items } = await ask(records)
    expect(preview.counts).toEqual({ ready: 1, claimed: 1, state: 3 })
    expect(items.map(({ outcome, issues }) => [outcome, issues._?.[0]?.code ?? null])).toEqual([
      ['done', null],
      ['claimed', 'review.claimed'],
      ['state', 'changeRequest.alreadyAsked'],
      ['state', 'transition.refused'],
      ['state', 'changeRequest.erased'],
    ])
  })

  test('asks each applicant only for the fields that the application has', async () => {
    const withCnp = await office.addApplication()
    const withPassport = await office.addApplication('submitted', {
      identityType: 'passport',
      foreignIdNumber: 'X1234567',
      cnp: null,
      serialNumber: null,
    })
    const input = {
      ...request,
      requestedChanges: [{ field: 'serialNumber' }, { field: 'address' }],
    }
    const { job } = await ask([withCnp, withPassport], input)
    expect(job.counts).toEqual({ done: 2 })
    expect((await requestedOf(withCnp)).map(({ field }) => field)).toEqual([
      'serialNumber',
      'address',
    ])
    expect((await requestedOf(withPassport)).map(({ field }) => field)).toEqual(['address'])

    const other = await office.addApplication('submitted', {
      identityType: 'passport',
      foreignIdNumber: 'X7654321',
      cnp: null,
      serialNumber: null,
    })
    const { items } = await ask([other], {
      ...request,
      requestedChanges: [{ field: 'serialNumber' }],
    })
    expect(items[0]).toMatchObject({
      outcome: 'invalid',
      issues: { requestedChanges: [{ code: 'changeRequest.noneApplies' }] },
    })
  })

  test('is refused as a whole if the text is missing in one of the languages', async () => {
    const records = [
      await office.addApplication('submitted', { language: 'fr' }),
      await office.addApplication('submitted', { language: 'en' }),
      // The text of an applicant who is not asked is not needed.
      await office.addApplication('declined', { language: 'de' }),
    ]
    expect((await refuse(records, request)).failure).toMatchObject({
      code: 'input.invalid',
      fields: { requestTexts: [{ code: 'changeRequest.textMissing', params: { language: 'fr' } }] },
    })
    const empty = { ...request, requestTexts: { fr: { issue: 'Copie floue' } } }
    expect((await refuse(records, empty)).status).toBe(400)
    expect((await refuse(records, { ...request, requestedChanges: [] })).failure.fields).toEqual({
      requestedChanges: [{ code: 'required' }],
    })
    expect((await refuse(records, { ...request, requestDays: 31 })).status).toBe(400)
  })

  test('leaves out an applicant who has changed the language since the preview', async () => {
    const records = [await office.addApplication(), await office.addApplication()]
    const { preview } = await calls.tried(office.ana, 'registrations', idsOf(records), {
      action: 'requestUpdate',
      input: request,
    })
    await office.call(office.ben, 'PATCH', '/api/registrations/update', {
      id: records[0]?.id,
      language: 'de',
    })
    await office.call(office.ana, 'POST', `/api/jobs/${preview.id}/start`, { expected: 2 })
    await runJobs(office.context)
    expect((await calls.job(office.ana, preview.id)).counts).toEqual({ stale: 1, done: 1 })
    expect(await office.emailsOf(String(records[0]?.id))).toEqual([])
  })

  test('is undone as one until the applicants are notified', async () => {
    const records = [
      await office.addApplication('submitted'),
      await office.addApplication('in_progress'),
    ]
    const { job } = await ask(records)
    expect(job.undoUntil).toBe(new Date(office.now().getTime() + 2 * minuteMs).toISOString())
    await office.call(office.ana, 'POST', `/api/jobs/${job.id}/undo`, { start: true })
    await runJobs(office.context)
    const after = await Promise.all(records.map(({ id }) => office.getApplication(id)))
    expect(
      after.map(({ status, issue, requestedChanges, updateDueAt }) => ({
        ...{ status, issue, requestedChanges, updateDueAt },
      })),
    ).toEqual(
      ['submitted', 'in_progress'].map((status) => ({
        ...{ status, issue: null, requestedChanges: null, updateDueAt: null },
      })),
    )
    expect(await office.emailsOf(String(records[0]?.id))).toEqual([])

    const { job: notified } = await ask([await office.addApplication()])
    office.wait(2 * minuteMs)
    expect(
      (await office.call(office.ana, 'POST', `/api/jobs/${notified.id}/undo`, {})).failure.code,
    ).toBe('job.state')
  })

  test('asks nobody twice if two secretaries ask the same applicants', async () => {
    const records = [await office.addApplication(), await office.addApplication()]
    const change = { action: 'requestUpdate', input: request }
    const [ana, ben] = [
      await calls.tried(office.ana, 'registrations', idsOf(records), change),
      await calls.tried(office.ben, 'registrations', idsOf(records), change),
    ]
    await office.call(office.ana, 'POST', `/api/jobs/${ana.preview.id}/start`, { expected: 2 })
    await office.call(office.ben, 'POST', `/api/jobs/${ben.preview.id}/start`, { expected: 2 })
    await runJobs(office.context)
    const counts = [
      (await calls.job(office.ana, ana.preview.id)).counts,
      (await calls.job(office.ben, ben.preview.id)).counts,
    ]
    expect(counts.reduce((sum, { done = 0 }) => sum + done, 0)).toBe(2)
    for (const { id } of records) expect(await office.emailsOf(id)).toHaveLength(1)
  })

  test('reports what the applicants can be asked, and their languages', async () => {
    const records = [
      await office.addApplication('submitted', { language: 'en' }),
      await office.addApplication('submitted', { language: 'ro' }),
      await office.addApplication('under_review', {
        language: 'ro',
        identityType: 'passport',
        foreignIdNumber: 'X1234568',
        cnp: null,
        serialNumber: null,
      }),
      await office.addApplication('declined', { language: 'fr' }),
    ]
    const { data } = await optionsOf(records)
    expect(data).toMatchObject({
      total: 4,
      askable: 3,
      languages: [
        { language: 'ro', count: 2 },
        { language: 'en', count: 1 },
      ],
      cycle: 'bachelor',
    })
    const { fields } = data as { fields: { field: string; count: number }[] }
    const countOf = (name: string) => fields.find(({ field }) => field === name)?.count
    expect(countOf('fileDiploma')).toBe(3)
    expect(countOf('cnp')).toBe(2)
    expect(countOf('transcriptFile')).toBeUndefined()
  })

  test('reports questions and documents of forms by what each application can be asked', async () => {
    const item = (id: string, more: object = {}) => ({
      ...{ id, key: id.slice(2), type: 'file', required: false, label: { ro: id } },
      ...more,
    })
    const seed = (name: ResourceName, values: object) =>
      recordsOf(office.context).insert(systemPermit('demo', getResource(name), 'create'), values)
    const versionOf = async (formId: string, state: string, items: readonly object[]) => {
      const { id } = await seed('application-form-versions', { formId })
      const content = { pages: [{ id: 'p_about1', title: { ro: 'Despre' }, items }] }
      await office.context.database.query(
        'update application_form_versions set state = $2, content = $3::jsonb where id = $1',
        [id, state, JSON.stringify(content)],
      )
      return id
    }
    const first = await office.addApplication()
    const { admissionSessionId } = await office.getApplication(first.id)
    const form = await seed('application-forms', {
      ...{ name: 'Form', degree: 'bachelor', admissionSessionId },
    })
    const retired = await versionOf(form.id, 'retired', [item('q_forme1')])
    await versionOf(form.id, 'published', [
      item('q_every1'),
      item('q_hidde1', { readers: ['admin'] }),
    ])
    const earlier = await office.addApplication('submitted', { formVersionId: retired })
    const { data } = await optionsOf([first, earlier])
    expect((data as { items: unknown }).items).toEqual([
      { id: 'q_every1', label: { ro: 'q_every1' }, count: 2 },
      { id: 'q_forme1', label: { ro: 'q_forme1' }, count: 1 },
    ])
    const { job } = await ask([first, earlier], {
      ...request,
      requestedChanges: [{ field: 'q_every1' }, { field: 'q_forme1' }],
    })
    expect(job.counts).toEqual({ done: 2 })
    expect((await requestedOf(first)).map(({ field }) => field)).toEqual(['q_every1'])
    expect((await requestedOf(earlier)).map(({ field }) => field).sort()).toEqual([
      'q_every1',
      'q_forme1',
    ])
    await office.context.database.query("update application_form_versions set state = 'retired'")
  })

  test('is open to staff with their own selection only', async () => {
    const record = await office.addApplication()
    const body = { selection: record.id, action: 'requestUpdate', input: request }
    for (const caller of [office.professor, office.student, null])
      expect((await office.call(caller, 'POST', '/api/registrations/bulk', body)).status).toBe(
        caller ? 403 : 401,
      )
    expect((await optionsOf([record], office.ben)).failure.code).toBe('selection.gone')
    expect((await optionsOf([record], office.professor)).status).toBe(403)
    await office.updateSettings({ disableUpdates: true })
    expect((await refuse([record], request)).failure.code).toBe('transition.refused')
    await office.updateSettings({ disableUpdates: false })
  })

  test('starts from code with ids, and asks at most 5,000 applicants', async () => {
    const record = await office.addApplication()
    const id = await requestChangesOfMany(office.context, office.ana, [record.id], request)
    await runJobs(office.context)
    expect(await calls.job(office.ana, id)).toMatchObject({ state: 'done', counts: { done: 1 } })
    expect((await office.getApplication(record.id)).status).toBe('update_requested')

    const { data } = await office.call<WireSelection>(
      office.ana,
      'POST',
      '/api/registrations/selections',
      { ids: [record.id] },
    )
    await office.context.database.query('update selection set total = $2 where id = $1', [
      data.id,
      messageLimits.recipients + 1,
    ])
    const { failure } = await calls.ask(office.ana, 'registrations', {
      selection: data.id,
      action: 'requestUpdate',
      input: request,
    })
    expect(failure.fields).toEqual({
      _: [{ code: 'changeRequest.tooMany', params: { max: messageLimits.recipients } }],
    })
  })
})
