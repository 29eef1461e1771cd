import type { FieldEdit } from '@matricola/schema/wire/bulk.ts'
import type { JobOutcome } from '@matricola/schema/wire/jobs.ts'
import type { Page, WireChange, WireRecord } from '@matricola/schema/wire/wire.ts'
import { runJobs } from '@matricola/server/jobs/runner.ts'
import { bulkCalls } from '@matricola/testing/bulk-calls.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AdmissionApp, startAdmissionApp } from '#tests/support/admission-app.ts'
import { engines } from '#tests/support/databases.ts'

describe.each(engines)('a bulk edit on $engine', ({ open }) => {
  let office: AdmissionApp
  let calls: ReturnType<typeof bulkCalls>
  let count = 0
  const create = async (path: string, body: object) =>
    (await office.call<WireRecord>(office.admin, 'POST', `/api/${path}/create`, body)).data
  const course = (body: object = {}) =>
    create('courses', {
      name: 'Algebra I',
      code: `C-${++count}`,
      specializationId: office.specializationId,
      year: 1,
      semester: 1,
      credits: 5,
      ...body,
    })
  const get = async (path: string, id: string) =>
    (await office.call<WireRecord>(office.admin, 'GET', `/api/${path}/${id}`)).data
  const outcomes = (items: readonly { readonly outcome: JobOutcome }[]) =>
    items.map(({ outcome }) => outcome)
  const edit = async (
    records: readonly WireRecord[],
    edits: readonly FieldEdit[],
    path = 'courses',
    caller = office.ana,
  ) => calls.done(caller, path, { ids: records.map(({ id }) => id) }, { edit: edits })

  beforeAll(async () => {
    office = await startAdmissionApp(open)
    calls = bulkCalls(office)
  })
  afterAll(() => office.close())

  test.each<[string, FieldEdit, object, unknown]>([
    ['sets a value', { field: 'semester', operator: 'set', value: 2 }, {}, 2],
    ['clears an optional field', { field: 'module', operator: 'clear' }, { module: 'Core' }, null],
    ['increases a number', { field: 'credits', operator: 'increase', value: 2 }, { credits: 5 }, 7],
    [
      'decreases a number',
      { field: 'credits', operator: 'increase', value: -1 },
      { credits: 5 },
      4,
    ],
    [
      'replaces part of a text',
      { field: 'name', operator: 'replace', find: ' I', value: ' II' },
      { name: 'Algebra I' },
      'Algebra II',
    ],
    [
      'clears an optional text if all of it is replaced with nothing',
      { field: 'module', operator: 'replace', find: 'Core', value: '' },
      { module: 'Core' },
      null,
    ],
    ['sets a choice', { field: 'type', operator: 'set', value: 'optional' }, {}, 'optional'],
    ['sets a boolean', { field: 'isActive', operator: 'set', value: false }, {}, false],
  ])('%s', async (_, change, before, after) => {
    const record = await course(before)
    await edit([record], [change])
    expect((await get('courses', record.id))[change.field]).toBe(after)
  })

  test('changes several fields at once, with one entry in each history that names the job', async () => {
    const records = [await course(), await course({ semester: 2, credits: 6 })]
    const { preview, job, items } = await edit(records, [
      { field: 'semester', operator: 'set', value: 2 },
      { field: 'credits', operator: 'set', value: 6 },
    ])
    expect(preview).toMatchObject({
      kind: 'edit',
      state: 'ready',
      total: 2,
      counts: { ready: 1, same: 1 },
    })
    expect(job).toMatchObject({ state: 'done', counts: { done: 1, same: 1 } })
    expect(items[0]?.changes).toEqual([
      { field: 'semester', before: 1, after: 2 },
      { field: 'credits', before: 5, after: 6 },
    ])
    const history = await office.call<Page<WireChange>>(
      office.admin,
      'GET',
      `/api/courses/${records[0]?.id}/history`,
    )
    expect(history.data.list.map(({ action, actor }) => [action, actor.name])).toEqual([
      ['update', 'Ana Pop'],
      ['create', 'Ada Admin'],
    ])
    const [change] = await office.context.database.query<{ job_id: string }>(
      'select job_id from change where record_id = $1 order by version desc limit 1',
      [records[0]?.id],
    )
    expect(change?.job_id).toBe(job.id)
  })

  test('skips rows that would be refused, says why, and changes the rest', async () => {
    const [good, top] = [await course(), await course({ credits: 30 })]
    const increased = await edit(
      [good, top],
      [{ field: 'credits', operator: 'increase', value: 1 }],
    )
    expect(outcomes(increased.items)).toEqual(['done', 'invalid'])
    expect(increased.items[1]?.issues).toEqual({
      credits: [{ code: 'number.tooLarge', params: { max: 30 } }],
    })
    const late = await edit([good, top], [{ field: 'year', operator: 'set', value: 4 }])
    expect(late.items.map(({ issues }) => issues)).toEqual([
      { year: [{ code: 'number.tooLarge', params: { max: 3 } }] },
      { year: [{ code: 'number.tooLarge', params: { max: 3 } }] },
    ])
    const emptyName = await edit(
      [good],
      [{ field: 'name', operator: 'replace', find: 'Algebra I', value: ' ' }],
    )
    expect(emptyName.items[0]).toMatchObject({
      outcome: 'invalid',
      issues: { name: [{ code: 'required' }] },
    })
  })

  test('reports a reference that cannot be chosen for each record', async () => {
    const inactive = await create('specializations', {
      name: 'Old programme',
      code: 'OLD',
      departmentProfileId: office.departmentId,
      yearsOfStudy: 3,
      totalCredits: 180,
      isActive: false,
    })
    const { items } = await edit(
      [await course()],
      [{ field: 'specializationId', operator: 'set', value: inactive.id }],
    )
    expect(items[0]).toMatchObject({
      outcome: 'invalid',
      issues: { specializationId: [{ code: 'reference.notAllowed' }] },
    })
  })

  test('skips records that were changed since the preview', async () => {
    const [first, second] = [await course(), await course()]
    const ids = [first.id, second.id]
    const { preview } = await calls.tried(
      office.ana,
      'courses',
      { ids },
      { edit: [{ field: 'credits', operator: 'set', value: 9 }] },
    )
    await office.call(office.ben, 'PATCH', '/api/courses/update', { id: first.id, name: 'By Ben' })
    await office.call(office.ana, 'POST', `/api/jobs/${preview.id}/start`, { expected: 2 })
    await runJobs(office.context)
    expect(outcomes(await calls.items(office.ana, preview.id))).toEqual(['stale', 'done'])
    expect(await get('courses', first.id)).toMatchObject({ name: 'By Ben', credits: 5, version: 2 })
  })

  test('starts without confirmation if the call says so, and a repeated call creates no second job', async () => {
    const record = await course()
    const { data } = await calls.select(office.ana, 'courses', { ids: [record.id] })
    const body = {
      selection: data.id,
      edit: [{ field: 'credits', operator: 'increase', value: 1 }],
      start: true,
    }
    const key = { 'idempotency-key': 'b2c5e0f4-bulk-once' }
    const answers = [
      await calls.ask(office.ana, 'courses', body, key),
      await calls.ask(office.ana, 'courses', body, key),
    ]
    expect(answers.map(({ status }) => status)).toEqual([202, 202])
    expect(answers[0]?.data.id).toBe(answers[1]?.data.id)
    await runJobs(office.context)
    expect((await calls.job(office.ana, String(answers[0]?.data.id))).state).toBe('done')
    expect((await get('courses', record.id)).credits).toBe(6)
    expect(
      (
        await calls.ask(
          office.ana,
          'courses',
          { ...body, edit: [{ ...body.edit[0], value: 2 }] },
          key,
        )
      ).failure.code,
    ).toBe('request.differs')
  })

  test.each<[string, object, object]>([
    [
      'a value that no record could have',
      { edit: [{ field: 'credits', operator: 'set', value: 99 }] },
      { credits: [{ code: 'number.tooLarge', params: { max: 30 } }] },
    ],
    [
      'a field that does not exist',
      { edit: [{ field: 'colour', operator: 'clear' }] },
      { colour: [{ code: 'field.unknown' }] },
    ],
    [
      'a repeated field',
      {
        edit: [
          { field: 'year', operator: 'set', value: 1 },
          { field: 'year', operator: 'set', value: 2 },
        ],
      },
      { year: [{ code: 'set.repeated' }] },
    ],
    [
      'clearing a required field',
      { edit: [{ field: 'name', operator: 'clear' }] },
      { name: [{ code: 'choice.unknown' }] },
    ],
    [
      'increasing a text',
      { edit: [{ field: 'name', operator: 'increase', value: 1 }] },
      { name: [{ code: 'choice.unknown' }] },
    ],
    [
      'a replacement without a text to find',
      { edit: [{ field: 'name', operator: 'replace', value: 'x' }] },
      { name: [{ code: 'required' }] },
    ],
    ['an empty change', {}, { _: [{ code: 'required' }] }],
    [
      'an edit and an action',
      { edit: [{ field: 'year', operator: 'set', value: 1 }], action: 'deactivate' },
      { _: [{ code: 'required' }] },
    ],
  ])('is refused as a whole for %s', async (_, change, fields) => {
    const { data } = await calls.select(office.ana, 'courses', { ids: [(await course()).id] })
    const { status, failure } = await calls.ask(office.ana, 'courses', {
      selection: data.id,
      ...change,
    })
    expect([status, failure.fields]).toEqual([400, fields])
  })

  test('never changes fields that the role cannot write, unique or encrypted fields, or workflow states', async () => {
    const student = await create('students', {
      lastName: 'Pop',
      firstName: 'Ana',
      matriculationNumber: 'M-1',
      specializationId: office.specializationId,
      academicYearOfEntry: '2026-2027',
      email: 'm1@univ.ro',
    })
    const { data } = await calls.select(office.ana, 'students', { ids: [student.id] })
    for (const field of [
      'studyYear',
      'email',
      'cnp',
      'status',
      'matriculationNumber',
      'registrationId',
    ]) {
      const { failure } = await calls.ask(office.ana, 'students', {
        selection: data.id,
        edit: [{ field, operator: 'set', value: 'x' }],
      })
      expect([field, failure.fields]).toEqual([field, { [field]: [{ code: 'field.notWritable' }] }])
    }
    const mine = await calls.select(office.admin, 'authentication/users', { ids: [office.ben.id] })
    const role = [{ field: 'role', operator: 'set', value: 'admin' }]
    expect(
      (
        await calls.ask(office.admin, 'authentication/users', {
          selection: mine.data.id,
          edit: role,
        })
      ).failure.fields,
    ).toEqual({
      role: [{ code: 'field.notWritable' }],
    })
  })

  test('is available to roles that hold the grant', async () => {
    const { data } = await calls.select(office.ana, 'courses', { ids: [(await course()).id] })
    const change = { selection: data.id, edit: [{ field: 'credits', operator: 'set', value: 9 }] }
    expect((await calls.ask(office.professor, 'courses', change)).status).toBe(403)
    expect((await calls.ask(office.ana, 'professors', change)).status).toBe(403)
    expect((await calls.ask(office.ana, 'messages', change)).status).toBe(404)
  })

  test('ends when its user loses the permission', async () => {
    const record = await course()
    const cleo = (
      await office.call<WireRecord>(office.admin, 'POST', '/api/authentication/register', {
        name: 'Cleo Rus',
        username: 'cleo.rus',
        email: 'cleo@univ.ro',
        role: 'secretary',
      })
    ).data
    const caller = { ...office.ana, id: cleo.id }
    const { preview } = await calls.tried(
      caller,
      'courses',
      { ids: [record.id] },
      { edit: [{ field: 'credits', operator: 'set', value: 9 }] },
    )
    await office.call(caller, 'POST', `/api/jobs/${preview.id}/start`, { expected: 1 })
    await office.call(
      office.admin,
      'POST',
      `/api/authentication/users/${cleo.id}/actions/deactivate`,
    )
    await runJobs(office.context)
    expect(await calls.job(office.admin, preview.id)).toMatchObject({
      state: 'failed',
      error: 'access.denied',
    })
    expect((await get('courses', record.id)).credits).toBe(5)
  })
})
