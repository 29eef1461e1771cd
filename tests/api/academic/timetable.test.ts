import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WireTimetable } from '#resources/academic/timetable.ts'
import type { WireCalendarAddress } from '#resources/calls/timetable.ts'
import { type ClassesApp, startClassesApp } from '#tests/support/classes-app.ts'
import { engines } from '#tests/support/databases.ts'

describe.each(engines)('timetables on $engine', ({ open }) => {
  let site: ClassesApp
  let dan: Caller & { readonly personId: string }
  let eva: Caller & { readonly personId: string }
  let other: Caller & { readonly personId: string }
  let ownClassId: string
  let foreign: string
  beforeAll(async () => {
    site = await startClassesApp(open)
    const period = (
      name: string,
      kind: string,
      startsOn: string,
      endsOn: string,
      semester: number | null = null,
    ) =>
      site.create('academic-periods/create', {
        name,
        academicYearId: site.academicYearId,
        kind,
        semester,
        startsOn,
        endsOn,
      })
    await period('Semestrul I', 'teaching', '2026-10-01', '2027-01-17', 1)
    await period('Vacanța', 'holiday', '2026-12-22', '2027-01-04')
    await period('Semestrul al II-lea', 'teaching', '2027-02-15', '2027-05-30', 2)
    other = await site.createProfessor('Pop Ana')
    const monday = { weekday: 'monday', startsAt: '08:00', endsAt: '09:50', room: 'C 1, etaj; 2' }
    ownClassId = await site.addClass('A1', 'T1')
    foreign = await site.addClass('A2', 'T2', { leadProfessorId: other.personId })
    await site.addHour(ownClassId, { ...monday, kind: 'lecture' })
    await site.addHour(foreign, { ...monday, weekday: 'friday' })
    ;[dan, eva] = [await site.addStudent(), await site.addStudent()]
    await site.enrol(ownClassId, dan.personId)
    await site.enrol(foreign, eva.personId)
  })
  afterAll(() => site.close())

  const week = async (caller: Caller, day: string) =>
    (await site.call<WireTimetable>(caller, 'GET', `/api/timetable?week=${day}`)).data
  const describeEntries = ({ entries }: WireTimetable) =>
    entries.map(({ title, date, startsAt, endsAt }) => `${title} ${date} ${startsAt}-${endsAt}`)

  test('contain the classes that a student attends or a professor teaches, for any requested day of the week', async () => {
    const { week: monday, periods } = await week(dan, '2026-10-08')
    expect(monday).toBe('2026-10-05')
    expect(periods).toEqual([
      {
        name: 'Semestrul I',
        kind: 'teaching',
        startsOn: '2026-10-01',
        endsOn: '2027-01-17',
        number: 2,
      },
    ])
    expect(describeEntries(await week(dan, '2026-10-08'))).toEqual(['A1 T1 2026-10-05 08:00-09:50'])
    expect(describeEntries(await week(eva, '2026-10-05'))).toEqual(['A2 T2 2026-10-09 08:00-09:50'])
    expect(describeEntries(await week(site.professor, '2026-10-11'))).toEqual([
      'A1 T1 2026-10-05 08:00-09:50',
    ])
    expect(describeEntries(await week(other, '2026-10-05'))).toEqual([
      'A2 T2 2026-10-09 08:00-09:50',
    ])
  })

  test('are empty before teaching begins, on holidays and in the other semester', async () => {
    for (const day of ['2026-09-28', '2026-12-28', '2027-03-01'])
      expect(describeEntries(await week(dan, day))).toEqual([])
    expect(describeEntries(await week(dan, '2026-12-21'))).toEqual(['A1 T1 2026-12-21 08:00-09:50'])
    expect((await week(dan, '2026-12-28')).periods.map(({ name }) => name)).toEqual([
      'Semestrul I',
      'Vacanța',
    ])
  })

  test('show local clock time in the week in which summer time ends', async () => {
    expect(describeEntries(await week(dan, '2026-10-19'))).toEqual(['A1 T1 2026-10-19 08:00-09:50'])
    expect(describeEntries(await week(dan, '2026-10-26'))).toEqual(['A1 T1 2026-10-26 08:00-09:50'])
  })

  test('show exams once a student can see them', async () => {
    const examAt = async (id: string, startsAt: string, state: string) => {
      await site.context.database.query(
        `insert into exams (id, class_id, course_id, academic_year_id, session, type, starts_at, duration_minutes, state, professor_id)
         select gen_random_uuid(), k.id, k.course_id, k.academic_year_id, 'winter', 'written', $2::timestamptz, 120, $3, k.lead_professor_id
         from university_classes k where k.id = $1`,
        [id, startsAt, state],
      )
    }
    await examAt(ownClassId, '2027-01-25T22:30:00.000Z', 'published')
    await examAt(ownClassId, '2027-01-28T08:00:00.000Z', 'draft')
    await examAt(ownClassId, '2027-01-29T08:00:00.000Z', 'cancelled')
    expect(describeEntries(await week(dan, '2027-01-25'))).toEqual(['A1 T1 2027-01-26 00:30-02:30'])
    expect(describeEntries(await week(site.professor, '2027-01-25'))).toEqual([
      'A1 T1 2027-01-26 00:30-02:30',
      'A1 T1 2027-01-28 10:00-12:00',
    ])
    expect(describeEntries(await week(eva, '2027-01-25'))).toEqual([])
  })

  test('contain every hour of a class, hours in odd or even weeks every other week, and no deactivated hours', async () => {
    const third = await site.createProfessor('Dinu Mara')
    const universityClass = await site.addClass('A2', 'T3', { leadProfessorId: third.personId })
    const ioan = await site.addStudent()
    await site.enrol(universityClass, ioan.personId)
    const tuesday = { weekday: 'tuesday', startsAt: '12:00', endsAt: '13:50', kind: 'seminar' }
    await site.addHour(universityClass, { weekday: 'thursday', startsAt: '08:00', endsAt: '09:50' })
    const oddHour = await site.addHour(universityClass, { ...tuesday, weeks: 'odd' })
    await site.addHour(universityClass, {
      ...tuesday,
      startsAt: '14:00',
      endsAt: '15:50',
      weeks: 'even',
    })
    await site.addHour(universityClass, { kind: 'laboratory' })
    const lecture = (date: string) => `A2 T3 ${date} 08:00-09:50`
    // Teaching begins on Thursday 1 October, so the following week is the second.
    expect(describeEntries(await week(ioan, '2026-10-01'))).toEqual([lecture('2026-10-01')])
    expect(describeEntries(await week(ioan, '2026-10-05'))).toEqual([
      'A2 T3 2026-10-06 14:00-15:50',
      lecture('2026-10-08'),
    ])
    expect(describeEntries(await week(ioan, '2026-10-12'))).toEqual([
      'A2 T3 2026-10-13 12:00-13:50',
      lecture('2026-10-15'),
    ])
    expect((await week(ioan, '2026-10-12')).entries.map(({ form }) => form)).toEqual([
      'seminar',
      null,
    ])
    const { data } = await site.call<WireCalendarAddress>(
      ioan,
      'POST',
      '/api/timetable/calendar-address',
    )
    const { pathname, search } = new URL(data.address)
    const { body } = await site.app.inject({ method: 'GET', url: pathname + search })
    const lines = body.replaceAll('\r\n ', '').split('\r\n')
    const rules = lines.filter((line) => /^(DTSTART;|RRULE:FREQ=WEEKLY|EXDATE|SUMMARY)/.test(line))
    expect(rules.toSorted()).toEqual(
      [
        ...[
          'DTSTART;TZID=Europe/Bucharest:20261001T080000',
          'RRULE:FREQ=WEEKLY;UNTIL=20270114T060000Z',
          'SUMMARY:Cursul A2',
        ],
        ...[
          'DTSTART;TZID=Europe/Bucharest:20261013T120000',
          'RRULE:FREQ=WEEKLY;INTERVAL=2;UNTIL=20270105T100000Z',
        ],
        ...[
          'DTSTART;TZID=Europe/Bucharest:20261006T140000',
          'RRULE:FREQ=WEEKLY;INTERVAL=2;UNTIL=20270112T120000Z',
        ],
        ...['SUMMARY:Cursul A2 (Seminar)', 'SUMMARY:Cursul A2 (Seminar)'],
        'EXDATE;TZID=Europe/Bucharest:20261224T080000,20261231T080000',
        'EXDATE;TZID=Europe/Bucharest:20261222T120000',
        'EXDATE;TZID=Europe/Bucharest:20261229T140000',
      ].toSorted(),
    )
    await site.act(site.admin, 'class-hours', oddHour, 'deactivate')
    expect(describeEntries(await week(ioan, '2026-10-12'))).toEqual([lecture('2026-10-15')])
    const list = async (caller: Caller) =>
      (await site.call<Page<WireRecord>>(caller, 'GET', '/api/class-hours')).data.list.map(
        ({ id }) => id,
      )
    expect(await list(ioan)).toHaveLength(3)
    expect(await list(ioan)).not.toContain(oddHour)
    expect(await list(other)).toHaveLength(1)
    expect(await list(third)).toContain(oddHour)
  })

  test('refuse an invalid day, and users without a timetable', async () => {
    expect((await site.call(dan, 'GET', '/api/timetable?week=2026-02-30')).failure.fields).toEqual({
      week: [{ code: 'date.unreal' }],
    })
    expect((await site.call(site.secretary, 'GET', '/api/timetable')).failure.code).toBe(
      'access.denied',
    )
  })

  test('have a secret calendar URL, which is shown once and which the next one replaces', async () => {
    const make = async () =>
      (await site.call<WireCalendarAddress>(dan, 'POST', '/api/timetable/calendar-address')).data
        .address
    const read = async (address: string) => {
      const { pathname, search } = new URL(address)
      return await site.app.inject({ method: 'GET', url: pathname + search })
    }
    const first = await make()
    const token = /calendar\/(.{43})\.ics/.exec(first)?.[1] ?? ''
    expect(
      JSON.stringify(await site.context.database.query('select * from calendar_token')),
    ).not.toContain(token)
    const { body, headers, statusCode } = await read(first)
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/calendar; charset=utf-8',
      'private, no-store',
    ])
    const lines = body.replaceAll('\r\n ', '').split('\r\n')
    expect(body.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
    expect(lines).toEqual(
      expect.arrayContaining([
        'DTSTART;TZID=Europe/Bucharest:20261005T080000',
        'DTEND;TZID=Europe/Bucharest:20261005T095000',
        'RRULE:FREQ=WEEKLY;UNTIL=20270111T060000Z',
        'EXDATE;TZID=Europe/Bucharest:20261228T080000,20270104T080000',
        'SUMMARY:Cursul A1 (Lecture)',
        'LOCATION:C 1\\, etaj\\; 2',
        'DTSTART;TZID=Europe/Bucharest:20270126T003000',
        'SUMMARY:Exam: Cursul A1',
      ]),
    )
    expect(lines.filter((line) => line.startsWith('UID:'))).toHaveLength(2)
    expect((await read(first)).body).toBe(body)
    const second = await make()
    expect((await read(second)).body).toBe(body)
    const answers = await Promise.all(
      [first, first.replace(token, 'x'.repeat(43)), first.replace(token, 'x')].map(read),
    )
    const constant = answers.map(({ body: text, statusCode: status }) => [
      status,
      { ...JSON.parse(text), requestId: '' },
    ])
    expect(constant[0]?.[0]).toBe(404)
    expect(new Set(constant.map((one) => JSON.stringify(one))).size).toBe(1)
  })

  test("and class lists contain the user's own classes: attended by a student, taught by a professor (R-L07)", async () => {
    const list = async (caller: Caller) =>
      (await site.call<Page<WireRecord>>(caller, 'GET', '/api/university-classes')).data.list.map(
        ({ name }) => name,
      )
    expect(await list(dan)).toEqual(['A1 T1'])
    expect(await list(eva)).toEqual(['A2 T2'])
    expect(await list(site.professor)).toEqual(['A1 T1'])
    expect(await list(site.secretary)).toEqual(['A1 T1', 'A2 T2', 'A2 T3'])
    expect((await site.call(dan, 'GET', `/api/university-classes/${foreign}`)).status).toBe(404)
    expect(
      (await site.call(site.professor, 'GET', `/api/university-classes/${foreign}`)).status,
    ).toBe(404)
    const roster = await site.call<Page<WireRecord>>(site.professor, 'GET', '/api/class-enrolments')
    expect(roster.data.list.map(({ studentId }) => studentId)).toEqual([dan.personId])
    expect(
      (await site.call<Page<WireRecord>>(eva, 'GET', '/api/class-enrolments')).data.list.map(
        ({ studentId }) => studentId,
      ),
    ).toEqual([eva.personId])
  })
})
