import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AdmissionApp, reviewTexts, startAdmissionApp } from '#tests/support/admission-app.ts'
import { engines } from '#tests/support/databases.ts'
import { createMissingId } from '#tests/support/seed-university.ts'

describe.each(engines)('the call that updates a status on $engine', ({ open }) => {
  let office: AdmissionApp
  beforeAll(async () => {
    office = await startAdmissionApp(open)
  })
  afterAll(() => office.close())

  const typesOf = async (id: string) =>
    (await office.getApplication(id)).timeline.map(({ type }) => type)

  test('returns the whole updated record, which replaces the one in the client (R-T08) (R-C08)', async () => {
    const { id, version } = await office.addApplication('under_review')
    const body = {
      id,
      status: 'declined',
      version,
      reasonCode: 'other',
      issueExplanation: reviewTexts.text,
    }
    const texts = { issue: 'Unsigned', suggestion: 'Apply again in September.' }
    const { data, body: envelope } = await office.updateStatus(office.ana, { ...body, ...texts })
    expect(envelope.message).toBe('Updated registration status successfully..')
    expect(data).toMatchObject({
      id,
      version: version + 1,
      status: 'declined',
      ...texts,
      issueExplanation: reviewTexts.text,
    })
    const { timeline, documents, checks, hold } = data
    expect(await office.getApplication(id, office.ana)).toMatchObject({
      timeline,
      documents,
      checks,
      hold,
      version: data.version,
    })
  })

  test('accepts an issue and a suggestion with any transition, and clears earlier ones on a decision (R-T08)', async () => {
    const { id } = await office.addApplication()
    const first = await office.updateStatus(office.ana, {
      id,
      status: 'under_review',
      issue: 'Unsigned copy',
      suggestion: 'Sign it',
    })
    expect(first.data).toMatchObject({ issue: 'Unsigned copy', suggestion: 'Sign it' })
    const second = await office.updateStatus(office.ana, { id, status: 'accepted' })
    expect(second.data).toMatchObject({ issue: null, suggestion: null, issueExplanation: null })
  })

  test('accepts texts from staff without a transition, whether or not it names the status', async () => {
    const { id, version } = await office.addApplication('submitted')
    const texts = { issue: 'Unsigned copy', suggestion: 'Sign it' }
    const updated = await office.updateStatus(office.ana, { id, version, ...texts })
    expect(updated.data).toMatchObject({ status: 'submitted', version: version + 1, ...texts })
    expect(updated.data.timeline[0]).toMatchObject({
      type: 'noteAdded',
      note: 'Unsigned copy\nSign it',
    })
    expect((await office.updateStatus(office.ana, { id, ...texts })).data.version).toBe(version + 1)
    const same = await office.updateStatus(office.ben, {
      id,
      status: 'submitted',
      issue: 'Unsigned copies',
    })
    expect(same.data).toMatchObject({
      status: 'submitted',
      issue: 'Unsigned copies',
      suggestion: 'Sign it',
    })
    expect(await office.emailsOf(id)).toEqual([])
    expect(
      (await office.updateStatus(office.ben, { id, version, issue: 'Too late' })).failure.code,
    ).toBe('record.stale')
    expect((await office.updateStatus(office.ben, { id })).failure.fields).toEqual({
      status: [{ code: 'required' }],
    })
    expect(
      (await office.updateStatus(office.ben, { id, reasonCode: 'other' })).failure.fields,
    ).toEqual({ status: [{ code: 'required' }] })
    expect((await office.updateStatus(office.professor, { id, ...texts })).status).toBe(403)
  })

  test.each([
    ['under review', 'submitted', 'under_review'],
    ['Under Review', 'submitted', 'under_review'],
    [' under-review\u200b', 'submitted', 'under_review'],
    ['Accepted', 'under_review', 'accepted'],
  ])('accepts the status %j, as the specification labels it', async (status, from, to) => {
    const { id } = await office.addApplication(from as 'submitted')
    expect((await office.updateStatus(office.ana, { id, status })).data).toMatchObject({
      status: to,
    })
  })

  test('refuses a status that is not a label', async () => {
    const { id } = await office.addApplication('submitted')
    for (const status of ['under the review', 'toString', 'reviewed'])
      expect((await office.updateStatus(office.ana, { id, status })).failure.fields).toEqual({
        status: [{ code: 'choice.unknown' }],
      })
  })

  test('requests changes of fields by name, with and without messages', async () => {
    const { id } = await office.addApplication('under_review')
    const request = {
      ...reviewTexts.request,
      requestedChanges: [
        'fileDiplomaUrl',
        { field: 'address', message: 'Street and number' },
        'city',
      ],
    }
    const { data } = await office.updateStatus(office.ana, {
      id,
      status: 'update requested',
      ...request,
    })
    const changes = [
      { field: 'city' },
      { field: 'address', message: 'Street and number' },
      { field: 'fileDiploma' },
    ]
    expect(data).toMatchObject({ status: 'update_requested', requestedChanges: changes })
    const invalidBody = { ...reviewTexts.request, requestedChanges: ['address', 'nothing'] }
    const answer = await office.updateStatus(office.ana, {
      id: (await office.addApplication('under_review')).id,
      ...invalidBody,
    })
    expect(answer.status).toBe(400)
  })

  test('requests changes without naming the status, and accepts documents by the names under which they are read', async () => {
    const { id } = await office.addApplication('under_review')
    const request = {
      ...reviewTexts.request,
      requestedChanges: [{ field: 'fileCVUrl' }, { field: 'address' }],
    }
    const { data } = await office.updateStatus(office.ana, { id, ...request })
    expect(data).toMatchObject({ status: 'update_requested' })
    expect(data.requestedChanges).toMatchObject([{ field: 'address' }, { field: 'fileCV' }])
    const duplicateFields = {
      ...reviewTexts.request,
      requestedChanges: [{ field: 'fileCVUrl' }, { field: 'fileCV' }],
    }
    expect(
      (
        await office.updateStatus(office.ana, {
          id: (await office.addApplication('under_review')).id,
          ...duplicateFields,
        })
      ).failure.fields,
    ).toEqual({
      requestedChanges: [{ code: 'set.repeated' }],
    })
  })

  test('returns the same response to a repeated call, and makes the transition once', async () => {
    const { id, version } = await office.addApplication('under_review')
    const request = {
      id,
      status: 'update_requested',
      version,
      ...reviewTexts.request,
      dueAt: '2026-07-30',
    }
    const first = await office.updateStatus(office.ana, request)
    for (const body of [
      request,
      { ...request, version: undefined },
      { ...request, version: first.data.version },
    ]) {
      const repeated = await office.updateStatus(office.ana, body)
      expect([repeated.status, repeated.data.version]).toEqual([200, first.data.version])
    }
    expect(await typesOf(id)).toEqual(['updateRequested', 'submitted'])
    expect(await office.emailsOf(id)).toHaveLength(1)
    // With a different reason it is a new transition, which this state does not allow.
    const other = await office.updateStatus(office.ana, {
      ...request,
      version: undefined,
      issue: 'Something else',
    })
    expect([other.status, other.failure.code]).toEqual([409, 'transition.refused'])
    expect([...(other.failure.allowed ?? [])].sort()).toEqual([
      'declined',
      'in_progress',
      'under_review',
    ])
    const answered = {
      id,
      status: 'in_progress',
      version: first.data.version,
      issueExplanation: 'By telephone, today.',
    }
    const answeredOnce = await office.updateStatus(office.ana, answered)
    expect((await office.updateStatus(office.ana, answered)).data.version).toBe(
      answeredOnce.data.version,
    )
  })

  test('refuses an outdated version with the current record, even if the state is the same', async () => {
    const { id, version } = await office.addApplication()
    await office.updateStatus(office.ana, { id, status: 'under_review', version })
    for (const status of ['under_review', 'declined']) {
      const body = {
        id,
        status,
        version,
        ...(status === 'declined' && { reasonCode: 'duplicate' }),
      }
      const { status: code, failure } = await office.updateStatus(office.ben, body)
      expect([code, failure.code, failure.current?.status, failure.current?.version]).toEqual([
        409,
        'record.stale',
        'under_review',
        version + 1,
      ])
    }
    const header = { headers: { 'if-match': `"${version}"` } }
    const path = '/api/registrations/status-update'
    const stale = await office.call(office.ben, 'PATCH', path, { id, status: 'accepted' }, header)
    expect(stale.failure.code).toBe('record.stale')
    expect(await typesOf(id)).toEqual(['reviewStarted', 'submitted'])
  })

  test('accepts no other keys and coerces nothing, so that mass assignment is impossible', async () => {
    const { id, version } = await office.addApplication('under_review')
    const keys = [
      'assignedToId',
      'decidedAt',
      'notifiedStatus',
      'notifyAt',
      'studentId',
      'enrolledAt',
      'identityWaived',
      'documentMarks',
      'cnp',
      'role',
    ]
    for (const key of keys) {
      const { status, failure } = await office.updateStatus(office.admin, {
        id,
        status: 'accepted',
        [key]: null,
      })
      expect([key, status, failure.fields]).toEqual([
        key,
        400,
        { [key]: [{ code: 'field.unknown' }] },
      ])
    }
    for (const [parts, field] of [
      [{ status: 'enrolled' }, 'status'],
      [{ status: ['accepted'] }, 'status'],
      [{ status: null }, 'status'],
      [{ version: String(version) }, 'version'],
      [{ version: 0 }, 'version'],
      [{ id: 'x' }, 'id'],
      [{ requestedChanges: 'fileCV' }, 'requestedChanges'],
      [{ dueAt: '2026-07-30' }, 'dueAt'],
      [reviewTexts.request, 'requestedChanges'],
      [{ reasonCode: 'other' }, 'reasonCode'],
    ] as const) {
      const { status, failure } = await office.updateStatus(office.admin, {
        id,
        status: 'accepted',
        ...parts,
      })
      expect([status, Object.keys(failure.fields ?? {})]).toEqual([
        400,
        expect.arrayContaining([field]),
      ])
    }
    expect(
      (await office.updateStatus(office.admin, { id: createMissingId(), status: 'accepted' }))
        .failure.code,
    ).toBe('record.missing')
    expect(await office.getApplication(id)).toMatchObject({ version, status: 'under_review' })
  })

  test('handles 100 simultaneous calls by three users for three targets as one transition', async () => {
    const { id, version } = await office.addApplication('under_review', {
      assignedToId: office.ana.id,
    })
    const targets = [
      { status: 'accepted' },
      { status: 'declined', reasonCode: 'other', issueExplanation: reviewTexts.text },
      { status: 'update_requested', ...reviewTexts.request },
    ]
    const callers = [office.ana, office.ben, office.admin]
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        office.updateStatus(callers[i % 3] ?? null, {
          id,
          version,
          ...targets[Math.floor(i / 3) % 3],
        }),
      ),
    )
    const done = answers.filter(({ status }) => status === 200)
    const refusals = answers.filter(({ status }) => status !== 200)
    expect(new Set(done.map(({ data }) => `${data.version} ${data.status}`)).size).toBe(1)
    expect(new Set(refusals.map(({ status, failure }) => `${status} ${failure.code}`))).toEqual(
      new Set(['409 record.stale']),
    )
    // Some successes may be repeats of the first caller's request. No request from another caller
    // was treated as a repetition.
    expect(done.length).toBeLessThanOrEqual(12)
    const record = await office.getApplication(id)
    expect(record.version).toBe(version + 1)
    expect(record.timeline).toHaveLength(2)
    expect(await office.emailsOf(id)).toHaveLength(1)
  })

  test('handles 100 simultaneous calls without a version as one transition, and returns the current state to every caller', async () => {
    const { id, version } = await office.addApplication()
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        office.updateStatus(i % 2 ? office.ana : office.ben, {
          id,
          status: i % 4 < 2 ? 'under_review' : 'accepted',
        }),
      ),
    )
    // Requests to accept before the review started were rejected. Later ones were ordinary
    // transitions.
    for (const { status, body } of answers)
      expect([200, 409]).toContain(body.success ? 200 : status)
    const types = await typesOf(id)
    expect(new Set(types).size).toBe(types.length)
    const record = await office.getApplication(id)
    expect(record.version).toBe(version + types.length - 1)
    expect(types.filter((type) => type === 'reviewStarted')).toHaveLength(1)
  })

  test('accepts only one of two simultaneous acceptances for the last place', async () => {
    const department = {
      departmentProfileId: office.departmentId,
      yearsOfStudy: 3,
      totalCredits: 180,
    }
    const create = { name: 'Teologie', code: 'TEO', ...department, placesBudget: 5 }
    const { id: specializationId } = (
      await office.call<{ id: string }>(office.admin, 'POST', '/api/specializations/create', create)
    ).data
    const applications = await Promise.all(
      Array.from({ length: 20 }, () => office.addApplication('under_review', { specializationId })),
    )
    const answers = await Promise.all(
      applications.map(({ id }) => office.updateStatus(office.ana, { id, status: 'accepted' })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    for (const { status, body } of answers)
      if (status !== 200)
        expect(body).toMatchObject({
          code: 'input.invalid',
          fields: { specializationId: [{ code: 'place.none' }] },
        })
  })
})
