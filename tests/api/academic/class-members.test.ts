import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { bulkCalls } from '@matricola/testing/bulk-calls.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ClassesApp, startClassesApp } from '#tests/support/classes-app.ts'
import { engines } from '#tests/support/databases.ts'

describe.each(engines)('members of classes on $engine', ({ open }) => {
  let site: ClassesApp
  let group = 0
  /** A group name that no other test uses. */
  const fresh = () => {
    group += 1
    return `M${group}`
  }
  beforeAll(async () => {
    site = await startClassesApp(open)
  })
  afterAll(() => site.close())
  const issuesOf = ({ failure }: { readonly failure: { readonly fields?: unknown } }) =>
    failure.fields

  test('a class for two students accepts two, and a third one after one has left (R-E07)', async () => {
    const universityClass = await site.addClass('A1', fresh(), { capacity: 2 })
    const [one, two, three] = [
      await site.addStudent(),
      await site.addStudent(),
      await site.addStudent(),
    ]
    const first = await site.enrol(universityClass, one.personId)
    expect(first.data).toMatchObject({
      classId: universityClass,
      studentId: one.personId,
      status: 'active',
      source: 'manual',
    })
    expect((await site.enrol(universityClass, two.personId)).status).toBe(201)
    expect(issuesOf(await site.enrol(universityClass, three.personId))).toEqual({
      classId: [{ code: 'class.full', params: { max: 2 } }],
    })
    expect(
      (await site.act(site.secretary, 'class-enrolments', first.data.id, 'drop')).data.status,
    ).toBe('dropped')
    expect((await site.enrol(universityClass, three.personId)).status).toBe(201)
    const rejoined = await site.act(site.secretary, 'class-enrolments', first.data.id, 'rejoin')
    expect(issuesOf(rejoined)).toEqual({ classId: [{ code: 'class.full', params: { max: 2 } }] })
    const { data } = await site.call<WireRecord>(
      site.secretary,
      'GET',
      `/api/university-classes/${universityClass}`,
    )
    expect(data.members).toBe(2)
  })

  test('the settings limit a class even if its capacity is larger', async () => {
    const universityClass = await site.addClass('A1', fresh(), { capacity: 30 })
    await site.enrol(universityClass, (await site.addStudent()).personId)
    await site.updateSettings({ maxStudentsPerCourse: 1 })
    const refusal = await site.enrol(universityClass, (await site.addStudent()).personId)
    await site.updateSettings({ maxStudentsPerCourse: 30 })
    expect(issuesOf(refusal)).toEqual({ classId: [{ code: 'class.full', params: { max: 1 } }] })
  })

  test('fifty simultaneous requests for the last place add only one member', async () => {
    const universityClass = await site.addClass('A1', fresh(), { capacity: 1 })
    const students: string[] = []
    for (let i = 0; i < 50; i++) students.push((await site.addStudent()).personId)
    const answers = await Promise.all(
      students.map((student) => site.enrol(universityClass, student)),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status === 400)).toHaveLength(49)
  })

  test('a student attends one class per course and year, even with two simultaneous requests', async () => {
    const [one, two] = [await site.addClass('A1', fresh()), await site.addClass('A1', fresh())]
    const dan = await site.addStudent()
    const answers = await Promise.all(
      [one, two].map((universityClass) => site.enrol(universityClass, dan.personId)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
    const refusal = answers.find(({ status }) => status === 400)
    const [attended] = await site.classesOf(dan.personId)
    expect(refusal && issuesOf(refusal)).toEqual({
      studentId: [
        { code: 'class.otherOfCourse', params: { name: attended?.replace(' (manual)', '') } },
      ],
    })
  })

  test('only students of the programme who have reached the year can attend a class, but classes of facultative courses are open to all', async () => {
    const other = await site.create('specializations/create', {
      ...{ name: 'Fizică', code: 'FIZ', yearsOfStudy: 3, totalCredits: 180 },
      departmentProfileId: (
        await site.call<Page<WireRecord>>(site.admin, 'GET', '/api/department-profiles')
      ).data.list[0]?.id,
    })
    const sport = {
      name: 'Sport',
      code: 'SPO',
      year: 2,
      semester: 1,
      credits: 1,
      type: 'facultative',
    }
    const course = await site.create('courses/create', {
      ...sport,
      specializationId: site.specializationId,
    })
    const facultative = await site.addClass('A1', fresh(), { courseId: course.id, name: 'Sport' })
    const [first, second] = [await site.addClass('A1', fresh()), await site.addClass('B1', fresh())]
    const [physicist, firstYear] = [
      await site.addStudent({ specializationId: other.id }),
      await site.addStudent(),
    ]
    expect(issuesOf(await site.enrol(first, physicist.personId))).toEqual({
      studentId: [{ code: 'class.otherProgramme' }],
    })
    expect(issuesOf(await site.enrol(second, firstYear.personId))).toEqual({
      studentId: [{ code: 'class.laterYear', params: { year: 2 } }],
    })
    expect((await site.enrol(facultative, physicist.personId)).status).toBe(201)
    expect(
      (await site.enrol(first, (await site.addStudent({ studyYear: 2 })).personId)).status,
    ).toBe(201)
    const paused = await site.addStudent()
    await site.act(site.secretary, 'students', paused.personId, 'suspend', {
      statusReason: 'Illness',
      statusSince: '2027-03-01',
    })
    expect(issuesOf(await site.enrol(first, paused.personId))).toEqual({
      studentId: [{ code: 'student.inactive' }],
    })
  })

  test('a class cannot exceed the limit in the settings or shrink below its number of members', async () => {
    const universityClass = await site.addClass('A1', fresh(), { capacity: 5 })
    for (let i = 0; i < 3; i++)
      await site.enrol(universityClass, (await site.addStudent()).personId)
    const change = (capacity: number) =>
      site.call(site.admin, 'PATCH', '/api/university-classes/update', {
        id: universityClass,
        capacity,
      })
    expect(issuesOf(await change(31))).toEqual({
      capacity: [{ code: 'number.tooLarge', params: { max: 30 } }],
    })
    expect(issuesOf(await change(2))).toEqual({
      capacity: [{ code: 'number.tooSmall', params: { min: 3 } }],
    })
    expect((await change(3)).status).toBe(200)
  })

  test('staff are warned when a room, professor or group would be in two places', async () => {
    const name = fresh()
    const monday = { weekday: 'monday', startsAt: '10:00', endsAt: '11:50', room: 'C 101' }
    const [one, two] = [await site.addClass('A1', name), await site.addClass('A2', name)]
    const hour = await site.addHour(one, monday)
    const other = await site.addHour(two, {
      ...monday,
      startsAt: '11:00',
      endsAt: '12:50',
      room: 'c 101',
    })
    const warnings = async (id: string, caller = site.secretary, path = 'university-classes') =>
      (await site.call<WireRecord>(caller, 'GET', `/api/${path}/${id}`)).data.warnings
    const change = (parts: object) =>
      site.call(site.admin, 'PATCH', '/api/class-hours/update', { id: other, ...parts })
    const addClashing = (at: string) =>
      ['class.roomTaken', 'class.professorBusy', 'class.groupBusy'].map((code) => ({
        code,
        params: { name: `A2 ${name}`, hour: at },
      }))
    expect(await warnings(one)).toEqual(addClashing('1 10:00-11:50'))
    expect(await warnings(hour, site.secretary, 'class-hours')).toEqual(
      addClashing('1 10:00-11:50'),
    )
    expect(await warnings(one, site.professor)).toBeUndefined()
    expect(await warnings(hour, site.professor, 'class-hours')).toBeUndefined()
    await change({ startsAt: '12:00', endsAt: '13:50' })
    expect(await warnings(one)).toEqual([])
    await change({ startsAt: '11:00', endsAt: '12:50' })
    expect(await warnings(one)).toHaveLength(3)
    await site.act(site.admin, 'class-hours', other, 'deactivate')
    expect(await warnings(one)).toEqual([])
  })

  test("refusals and warnings show the course of a class in the reader's language", async () => {
    const name = fresh()
    const monday = { weekday: 'monday', startsAt: '10:00', endsAt: '11:50', room: `L ${name}` }
    const [one, two, three] = [
      await site.addClass('A1', name),
      await site.addClass('A1', fresh()),
      await site.addClass('A2', name),
    ]
    const hour = await site.addHour(one, monday)
    await site.addHour(three, monday)
    const { query } = site.context.database
    for (const [id, course, french] of [
      [one, 'Algebră', 'Algèbre'],
      [two, 'Algebră', 'Algèbre'],
      [three, 'Analiză', 'Analyse'],
    ] as const) {
      await query('update university_classes set name = $2 where id = $1', [
        id,
        `${course} ${name}`,
      ])
      await query(
        'update courses set name = $2, name_translations = $3 where id = (select course_id from university_classes where id = $1)',
        [id, course, JSON.stringify({ fr: { text: french } })],
      )
    }
    const dan = await site.addStudent()
    expect((await site.enrol(one, dan.personId)).status).toBe(201)
    const ana = await site.addStudent({ groupName: name })
    for (const [language, algebra, analysis] of [
      ['fr', 'Algèbre', 'Analyse'],
      // Texts without a translation fall back to the university's language.
      ['de', 'Algebră', 'Analiză'],
    ] as const) {
      const reader = { ...site.secretary, language }
      const refusal = await site.enrol(two, dan.personId, reader)
      expect(issuesOf(refusal)).toEqual({
        studentId: [{ code: 'class.otherOfCourse', params: { name: `${algebra} ${name}` } }],
      })
      const warned = async (path: string) =>
        (
          await site.call<{ warnings: readonly { params?: { name?: string; names?: string } }[] }>(
            reader,
            'GET',
            `/api/${path}`,
          )
        ).data.warnings
      for (const path of [`university-classes/${one}`, `class-hours/${hour}`])
        expect(
          (await warned(path)).map(({ params }) => params?.name).filter((one) => one !== undefined),
        ).toContain(`${analysis} ${name}`)
      const [warning] = await warned(`students/${ana.personId}`)
      expect(warning?.params?.names).toContain(`${analysis} ${name}`)
    }
  })

  test('hours in odd weeks conflict with hours in odd weeks and every week, but not with hours in even weeks', async () => {
    const name = fresh()
    const tuesday = { weekday: 'tuesday', startsAt: '10:00', endsAt: '11:50', room: 'D 7' }
    const [one, two] = [await site.addClass('A1', name), await site.addClass('A2', name)]
    await site.addHour(one, { ...tuesday, weeks: 'odd', kind: 'lecture' })
    const other = await site.addHour(two, { ...tuesday, weeks: 'even', kind: 'seminar' })
    const codes = async (id: string) => {
      const { data } = await site.call<WireRecord>(
        site.admin,
        'GET',
        `/api/university-classes/${id}`,
      )
      return (data.warnings as readonly { code: string; params: { hour: string } }[]).map(
        ({ code, params }) => `${code} ${params.hour}`,
      )
    }
    const expectedIssues = ['class.roomTaken', 'class.professorBusy', 'class.groupBusy'].map(
      (code) => `${code} 2 10:00-11:50 odd`,
    )
    expect(await codes(one)).toEqual([])
    for (const weeks of ['odd', 'every']) {
      await site.call(site.admin, 'PATCH', '/api/class-hours/update', { id: other, weeks })
      expect(await codes(one)).toEqual(expectedIssues)
    }
    await site.call(site.admin, 'PATCH', '/api/class-hours/update', { id: other, weeks: 'even' })
    await site.addHour(one, {
      ...tuesday,
      startsAt: '11:00',
      endsAt: '12:50',
      weeks: 'odd',
      room: 'E 1',
    })
    expect(await codes(one)).toEqual([
      'class.hoursOverlap 2 10:00-11:50 odd',
      'class.hoursOverlap 2 11:00-12:50 odd',
    ])
  })

  test('a class lists its hours and rooms in weekday order, without unplanned or deactivated ones', async () => {
    const universityClass = await site.addClass('A1', fresh())
    const read = async () =>
      (await site.call<WireRecord>(site.admin, 'GET', `/api/university-classes/${universityClass}`))
        .data
    expect(await read()).toMatchObject({ hours: null, rooms: null })
    await site.addHour(universityClass, {
      weekday: 'wednesday',
      startsAt: '10:00',
      endsAt: '11:50',
      weeks: 'odd',
      room: 'B 2',
    })
    await site.addHour(universityClass, {
      weekday: 'monday',
      startsAt: '08:00',
      endsAt: '09:50',
      room: 'A 1',
    })
    const off = await site.addHour(universityClass, {
      weekday: 'friday',
      startsAt: '08:00',
      endsAt: '09:50',
      room: 'C 3',
    })
    await site.addHour(universityClass, { room: 'A 1' })
    await site.act(site.admin, 'class-hours', off, 'deactivate')
    expect(await read()).toMatchObject({
      hours: '1 08:00-09:50; 3 10:00-11:50 odd',
      rooms: 'A 1, B 2',
    })
    const { data } = await site.call<Page<WireRecord>>(
      site.admin,
      'GET',
      `/api/class-hours?filters[classId]=${universityClass}`,
    )
    expect(data.list.map(({ time }) => time)).toEqual([
      '1 08:00-09:50',
      '3 10:00-11:50 odd',
      '5 08:00-09:50',
      null,
    ])
    const sameHour = {
      classId: universityClass,
      weekday: 'monday',
      startsAt: '08:00',
      endsAt: '10:50',
    }
    expect((await site.call(site.admin, 'POST', '/api/class-hours/create', sameHour)).status).toBe(
      409,
    )
    const backwards = { ...sameHour, weekday: 'tuesday', endsAt: '07:00' }
    expect(
      issuesOf(await site.call(site.admin, 'POST', '/api/class-hours/create', backwards)),
    ).toEqual({
      endsAt: [{ code: 'class-hours.rules.endsAfterStart' }],
    })
  })

  test('students of a group are added to its classes in alphabetical order until the classes are full, and each class reports the outcome', async () => {
    const name = fresh()
    const [small, large, empty] = [
      await site.addClass('A1', name, { capacity: 2 }),
      await site.addClass('A2', name),
      await site.addClass('A1', fresh()),
    ]
    const [ban, alb, cor] = [
      await site.addStudent({ groupName: name, lastName: 'Ban' }),
      await site.addStudent({ groupName: name, lastName: 'Alb' }),
      await site.addStudent({ groupName: name, lastName: 'Cor' }),
    ]
    const { warnings } = (
      await site.call<WireRecord>(site.secretary, 'GET', `/api/university-classes/${small}`)
    ).data
    expect(warnings).toEqual([{ code: 'class.groupAbsent', params: { number: 3 } }])
    const { job, items } = await bulkCalls(site).done(
      site.secretary,
      'university-classes',
      { ids: [small, large, empty] },
      { action: 'enrolGroup' },
    )
    expect(job.counts).toEqual({ done: 2, same: 1 })
    expect(items.find(({ recordId }) => recordId === small)?.issues).toEqual({
      members: [{ code: 'class.joined', params: { number: 2 } }],
      _: [{ code: 'class.noPlaceFor', params: { number: 1, names: 'Cor Dan' } }],
    })
    expect(items.find(({ recordId }) => recordId === large)?.issues).toEqual({
      members: [{ code: 'class.joined', params: { number: 3 } }],
    })
    expect(await site.classesOf(ban.personId)).toEqual([`A1 ${name} (group)`, `A2 ${name} (group)`])
    expect(await site.classesOf(alb.personId)).toEqual([`A1 ${name} (group)`, `A2 ${name} (group)`])
    expect(await site.classesOf(cor.personId)).toEqual([`A2 ${name} (group)`])
    const secondRun = await site.act(site.secretary, 'university-classes', large, 'enrolGroup')
    expect(secondRun.data.members).toBe(3)
    expect(
      issuesOf(await site.act(site.secretary, 'university-classes', small, 'enrolGroup')),
    ).toEqual({
      _: [{ code: 'class.noPlaceFor', params: { number: 1, names: 'Cor Dan' } }],
    })
    expect(
      (await site.act(site.professor, 'university-classes', small, 'enrolGroup')).failure.code,
    ).toBe('access.denied')
  })
})
