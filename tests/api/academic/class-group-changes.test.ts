import type { Page, WireChange, WireRecord } from '@matricola/schema/wire/wire.ts'
import { bulkCalls } from '@matricola/testing/bulk-calls.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ClassesApp, startClassesApp } from '#tests/support/classes-app.ts'
import { engines } from '#tests/support/databases.ts'

describe.each(engines)('class membership that follows the student on $engine', ({ open }) => {
  let site: ClassesApp
  let count = 0
  const fresh = () => {
    count += 1
    return `F${count}`
  }
  beforeAll(async () => {
    site = await startClassesApp(open)
  })
  afterAll(() => site.close())

  const change = (id: string, values: object) =>
    site.call<WireRecord>(site.secretary, 'PATCH', '/api/students/update', { id, ...values })
  const enrolGroup = (...ids: string[]) =>
    Promise.all(ids.map((id) => site.act(site.secretary, 'university-classes', id, 'enrolGroup')))

  test('a student who changes group leaves its classes and joins the new ones; members added by hand stay', async () => {
    const [from, to] = [fresh(), fresh()]
    const [first, second] = [await site.addClass('A1', from), await site.addClass('A2', from)]
    await site.addClass('A1', to)
    await site.addClass('A2', to)
    const dan = await site.addStudent({ groupName: from })
    await site.enrol(second, dan.personId)
    await enrolGroup(first)
    expect(await site.classesOf(dan.personId)).toEqual([
      `A1 ${from} (group)`,
      `A2 ${from} (manual)`,
    ])
    const { data } = await change(dan.personId, { groupName: to })
    expect(await site.classesOf(dan.personId)).toEqual([`A1 ${to} (group)`, `A2 ${from} (manual)`])
    expect(data.warnings).toEqual([])
    const rows = (
      await site.call<Page<WireRecord>>(
        site.secretary,
        'GET',
        `/api/class-enrolments?filters[classId]=${first}`,
      )
    ).data.list
    const history = await site.call<Page<WireChange>>(
      site.admin,
      'GET',
      `/api/class-enrolments/${rows[0]?.id}/history`,
    )
    expect(history.data.list[0]).toMatchObject({
      actor: { name: 'Ana Pop' },
      changes: [{ field: 'status', after: 'dropped' }],
    })
    await change(dan.personId, { groupName: from })
    expect(await site.classesOf(dan.personId)).toEqual([
      `A1 ${from} (group)`,
      `A2 ${from} (manual)`,
    ])
  })

  test('the error names a full class, for one student and for many', async () => {
    const [from, to] = [fresh(), fresh()]
    await site.addClass('A1', to, { capacity: 1 })
    await site.addClass('A2', to)
    const [one, two, three] = [
      await site.addStudent({ groupName: from, lastName: 'Alb' }),
      await site.addStudent({ groupName: from, lastName: 'Ban' }),
      await site.addStudent({ groupName: from, lastName: 'Cor' }),
    ]
    const { items } = await bulkCalls(site).done(
      site.secretary,
      'students',
      { ids: [one.personId, two.personId] },
      { edit: [{ field: 'groupName', operator: 'set', value: to }] },
    )
    const rest = { code: 'student.notInClasses', params: { names: `A1 ${to}` } }
    expect(items.map(({ outcome, issues }) => [outcome, issues])).toEqual([
      ['done', {}],
      ['done', { _: [rest] }],
    ])
    expect(await site.classesOf(one.personId)).toEqual([`A1 ${to} (group)`, `A2 ${to} (group)`])
    expect(await site.classesOf(two.personId)).toEqual([`A2 ${to} (group)`])
    expect((await change(three.personId, { groupName: to })).data.warnings).toEqual([rest])
    expect(
      (await site.call<WireRecord>(three, 'GET', `/api/students/${three.personId}`)).data.warnings,
    ).toBeUndefined()
  })

  test('a student who stops studying leaves all classes of the year, and rejoins them on return while places are free', async () => {
    const group = fresh()
    const [small, other] = [
      await site.addClass('A1', group, { capacity: 1 }),
      await site.addClass('A2', fresh()),
    ]
    const [dan, eva] = [await site.addStudent({ groupName: group }), await site.addStudent()]
    await enrolGroup(small)
    await site.enrol(other, dan.personId)
    const stop = { statusReason: 'Illness', statusSince: '2027-03-01' }
    for (const step of ['suspend', 'withdraw']) {
      expect((await site.act(site.secretary, 'students', dan.personId, step, stop)).status).toBe(
        200,
      )
      expect(await site.classesOf(dan.personId)).toEqual([])
    }
    await site.act(site.secretary, 'students', dan.personId, 'resume', stop)
    expect(await site.classesOf(dan.personId)).toHaveLength(2)
    await site.act(site.secretary, 'students', dan.personId, 'suspend', stop)
    await site.enrol(small, eva.personId)
    const resumed = await site.act(site.secretary, 'students', dan.personId, 'resume', stop)
    expect(resumed.data.warnings).toEqual([
      { code: 'student.notInClasses', params: { names: `A1 ${group}` } },
    ])
    expect(await site.classesOf(dan.personId)).toEqual([
      expect.stringMatching(/^A2 .* \(manual\)$/),
    ])
  })

  test('a membership that staff ended is not restored with the student, and graduates keep their classes', async () => {
    const [dan, eva] = [await site.addStudent(), await site.addStudent({ studyYear: 2 })]
    const universityClass = await site.addClass('A1', fresh())
    const { data: member } = await site.enrol(universityClass, dan.personId)
    await site.act(site.secretary, 'class-enrolments', member.id, 'drop')
    const stop = { statusReason: 'Illness', statusSince: '2027-03-01' }
    await site.act(site.secretary, 'students', dan.personId, 'suspend', stop)
    await site.act(site.secretary, 'students', dan.personId, 'resume', stop)
    expect(await site.classesOf(dan.personId)).toEqual([])
    await site.enrol(universityClass, eva.personId)
    await site.addPassingGrades(eva.personId, 'A1', 'A2', 'B1', 'B2')
    expect(
      (await site.act(site.secretary, 'students', eva.personId, 'graduate', stop)).status,
    ).toBe(200)
    expect(await site.classesOf(eva.personId)).toHaveLength(1)
  })

  test('a bulk edit moves a whole group', async () => {
    const [from, to] = [fresh(), fresh()]
    const [old] = [
      await site.addClass('A1', from),
      await site.addClass('A1', to),
      await site.addClass('A2', to),
    ]
    const ids: string[] = []
    for (let i = 0; i < 25; i++) ids.push((await site.addStudent({ groupName: from })).personId)
    await enrolGroup(old)
    const { job } = await bulkCalls(site).done(
      site.secretary,
      'students',
      { ids },
      { edit: [{ field: 'groupName', operator: 'set', value: to }] },
    )
    expect(job.counts).toEqual({ done: 25 })
    for (const id of ids)
      expect(await site.classesOf(id)).toEqual([`A1 ${to} (group)`, `A2 ${to} (group)`])
  })
})

describe.each(engines)('academic years on $engine', ({ open }) => {
  let site: ClassesApp
  beforeAll(async () => {
    site = await startClassesApp(open)
  })
  afterAll(() => site.close())

  test('follow one another and contain their periods', async () => {
    const create = (path: string, body: object) =>
      site.call<WireRecord>(site.secretary, 'POST', `/api/${path}/create`, body)
    const overlapping = await create('academic-years', {
      name: '2027-2028',
      startsOn: '2027-09-30',
      endsOn: '2028-09-30',
    })
    expect(overlapping.failure.fields).toEqual({
      startsOn: [{ code: 'year.overlaps', params: { name: '2026-2027' } }],
    })
    expect(
      (
        await create('academic-years', {
          name: '2027-2028',
          startsOn: '2027-10-01',
          endsOn: '2028-09-30',
        })
      ).status,
    ).toBe(201)
    const period = {
      name: 'Semestrul I',
      academicYearId: site.academicYearId,
      kind: 'teaching',
      semester: 1,
    }
    const outside = { code: 'period.outside', params: { from: '2026-10-01', to: '2027-09-30' } }
    const late = await create('academic-periods', {
      ...period,
      startsOn: '2026-10-01',
      endsOn: '2027-10-01',
    })
    expect(late.failure.fields).toEqual({ endsOn: [outside] })
    const early = await create('academic-periods', {
      ...period,
      startsOn: '2026-09-28',
      endsOn: '2027-01-17',
    })
    expect(early.failure.fields).toEqual({ startsOn: [outside] })
    expect(
      (
        await create('academic-periods', {
          ...period,
          startsOn: '2026-10-01',
          endsOn: '2027-01-17',
        })
      ).status,
    ).toBe(201)
    const shorterYear = await site.call(site.secretary, 'PATCH', '/api/academic-years/update', {
      ...{ id: site.academicYearId, startsOn: '2026-10-05' },
    })
    expect(shorterYear.failure.fields).toEqual({ startsOn: [{ code: 'year.periodOutside' }] })
  })
})
