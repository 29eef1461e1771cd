import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { bulkCalls } from '@matricola/testing/bulk-calls.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import {
  type ExamApp,
  type ExamClass,
  type ExamStudent,
  startExamApp,
} from '#tests/support/exam-app.ts'

describe.each(engines)('exams on $engine (R-E07)', ({ open }) => {
  let faculty: ExamApp
  let [ana, ben]: ExamStudent[] = []
  let [algebra, logic]: ExamClass[] = []
  const at = (day: string, time = '08:00') => `2026-${day}T${time}:00.000Z`
  const stateOf = async (id: string) => (await faculty.get('exams', id)).state

  beforeAll(async () => {
    faculty = await startExamApp(open)
    ana = await faculty.addStudent('Ana')
    ben = await faculty.addStudent('Ben')
    algebra = await faculty.addClass('Algebra', [ana, ben])
    logic = await faculty.addClass('Logic', [ana])
  })
  afterAll(() => faculty.close())

  // Assigned in `beforeAll`.
  const universityClass = (name: 'algebra' | 'logic') =>
    (name === 'algebra' ? algebra : logic) as ExamClass
  const student = (name: 'ana' | 'ben') => (name === 'ana' ? ana : ben) as ExamStudent

  test('an exam gets its course, year and professor from its class, and its grades are due 72 hours after it ends', async () => {
    const { data } = await faculty.callCreate('exams', {
      classId: universityClass('algebra').id,
      session: 'winter',
      startsAt: at('01-25'),
      durationMinutes: 90,
    })
    expect(await faculty.get('exams', data.id)).toMatchObject({
      courseId: universityClass('algebra').courseId,
      academicYearId: faculty.academicYearId,
      professorId: faculty.professor.personId,
      state: 'draft',
      gradeDueAt: at('01-28', '09:30'),
    })
    const moved = await faculty.call<WireRecord>(faculty.secretary, 'PATCH', '/api/exams/update', {
      id: data.id,
      startsAt: at('01-26'),
    })
    expect(moved.data.gradeDueAt).toBe(at('01-29', '09:30'))
  })

  test('professors plan exams only for their own classes', async () => {
    const body = {
      classId: universityClass('algebra').id,
      session: 'winter',
      startsAt: at('02-12'),
    }
    expect((await faculty.callCreate('exams', body, faculty.professor)).status).toBe(201)
    const foreign = await faculty.callCreate(
      'exams',
      { ...body, startsAt: at('02-13') },
      faculty.colleague,
    )
    expect([foreign.status, foreign.failure.fields]).toEqual([
      400,
      { classId: [{ code: 'reference.notAllowed' }] },
    ])
    await faculty.callCreate(
      'class-assistants',
      { classId: universityClass('algebra').id, professorId: faculty.colleague.personId },
      faculty.admin,
    )
    const assisted = await faculty.callCreate(
      'exams',
      { ...body, startsAt: at('02-13') },
      faculty.colleague,
    )
    expect(assisted.failure.fields).toEqual({ classId: [{ code: 'reference.notAllowed' }] })
  })

  test.each([
    [
      'winter',
      at('01-24'),
      {
        startsAt: [
          { code: 'exam.outsideSession', params: { from: '2026-01-25', to: '2026-02-14' } },
        ],
      },
    ],
    // 22:30 UTC is half past midnight on the next day in Romania.
    ['winter', at('01-24', '22:30'), null],
    [
      'winter',
      at('02-14', '22:30'),
      {
        startsAt: [
          { code: 'exam.outsideSession', params: { from: '2026-01-25', to: '2026-02-14' } },
        ],
      },
    ],
    ['special', at('04-01'), null],
    [
      'special',
      '2026-10-02T08:00:00.000Z',
      {
        startsAt: [{ code: 'exam.outsideYear', params: { from: '2025-10-01', to: '2026-09-30' } }],
      },
    ],
  ])(
    'an exam in the %s session that begins at %s is within its session',
    async (session, startsAt, issues) => {
      const answer = await faculty.callCreate('exams', {
        classId: universityClass('logic').id,
        session,
        startsAt,
      })
      expect(answer.status === 201 ? null : answer.failure.fields).toEqual(issues)
    },
  )

  test('an exam is published at least seven days ahead; only an admin can publish it later', async () => {
    const exam = await faculty.addExam(universityClass('logic'), at('02-01'), {}, true)
    faculty.moveTo(at('01-26', '10:00'))
    const late = await faculty.act('exams', exam.id, 'publish', {}, faculty.professor)
    expect([late.status, late.failure.fields]).toEqual([
      400,
      { startsAt: [{ code: 'exam.tooLate', params: { days: 7, last: '2026-01-25' } }] },
    ])
    expect((await faculty.act('exams', exam.id, 'publish')).status).toBe(400)
    faculty.moveTo(at('01-25', '21:00'))
    expect((await faculty.act('exams', exam.id, 'publish', {}, faculty.professor)).data.state).toBe(
      'published',
    )
    await faculty.act('exams', exam.id, 'withdraw')
    faculty.moveTo(at('01-26', '10:00'))
    expect((await faculty.act('exams', exam.id, 'publish', {}, faculty.admin)).data.state).toBe(
      'published',
    )
    await faculty.act('exams', exam.id, 'cancel')
    faculty.moveTo(at('01-04'))
  })

  test('publishing is refused if a student would have two exams at the same time, and the message names the student', async () => {
    const first = await faculty.addExam(universityClass('algebra'), at('02-03', '08:00'), {
      durationMinutes: 120,
    })
    const second = await faculty.addExam(universityClass('logic'), at('02-03', '09:30'), {}, true)
    const refusal = await faculty.act('exams', second.id, 'publish')
    expect(refusal.failure.fields).toEqual({
      startsAt: [{ code: 'exam.clash', params: { students: 1, names: 'Ana Dan (Algebra)' } }],
    })
    expect(await stateOf(second.id)).toBe('draft')
    // Consecutive exams are allowed, and a draft may overlap.
    const move = (id: string, startsAt: string) =>
      faculty.call<WireRecord>(faculty.secretary, 'PATCH', '/api/exams/update', { id, startsAt })
    expect((await move(second.id, at('02-03', '10:00'))).status).toBe(200)
    expect((await faculty.act('exams', second.id, 'publish')).status).toBe(200)
    // A published exam cannot be moved to overlap another.
    expect((await move(second.id, at('02-03', '09:59'))).failure.fields).toMatchObject({
      startsAt: [{ code: 'exam.clash' }],
    })
    for (const { id } of [first, second]) await faculty.act('exams', id, 'cancel')
  })

  test('two exams published simultaneously cannot both include the same student', async () => {
    const first = await faculty.addExam(universityClass('algebra'), at('02-04'), {}, true)
    const second = await faculty.addExam(universityClass('logic'), at('02-04'), {}, true)
    const answers = await Promise.all(
      [first, second].map(({ id }) => faculty.act('exams', id, 'publish')),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    for (const { id } of [first, second]) await faculty.act('exams', id, 'cancel')
  })

  test('participants are notified only when an exam is published, moved or cancelled', async () => {
    await faculty.context.database.query('delete from notifications')
    const exam = await faculty.addExam(universityClass('logic'), at('02-05'))
    const set = (body: object) =>
      faculty.call(faculty.secretary, 'PATCH', '/api/exams/update', { id: exam.id, ...body })
    await set({ capacity: 40 })
    await set({ room: 'C 101' })
    await faculty.act('exams', exam.id, 'cancel')
    expect(await faculty.notificationTypes(student('ana').caller)).toEqual([
      'examPublished',
      'examChanged',
      'examCancelled',
    ])
    expect(await faculty.notificationTypes(faculty.professor)).toEqual([
      'examPublished',
      'examChanged',
      'examCancelled',
    ])
    expect(await faculty.notificationTypes(student('ben').caller)).toEqual([])
    const [notification] = await faculty.context.database.query(
      'select link, subject from notifications where user_id = $1 order by id',
      [student('ana').caller.id],
    )
    expect(notification).toEqual({ link: `exams/${exam.id}`, subject: 'Logic, 2026-02-05 10:00' })
  })

  test('an exam counts as held once it has started, and its time can no longer change', async () => {
    const exam = await faculty.addExam(universityClass('algebra'), at('02-08'))
    const early = await faculty.act('exams', exam.id, 'hold', {}, faculty.professor)
    expect(early.failure.fields).toEqual({ startsAt: [{ code: 'exam.notBegun' }] })
    faculty.moveTo(at('02-08', '08:00'))
    expect((await faculty.act('exams', exam.id, 'hold', {}, faculty.professor)).data.state).toBe(
      'held',
    )
    const moved = await faculty.call(faculty.secretary, 'PATCH', '/api/exams/update', {
      id: exam.id,
      startsAt: at('02-09'),
      room: 'A',
    })
    expect(moved.failure.fields).toEqual({
      startsAt: [{ code: 'exam.over' }],
      room: [{ code: 'exam.over' }],
    })
    faculty.moveTo(at('01-04'))
  })

  test('thirty exams are published together; one that conflicts is named and stays a draft', async () => {
    const carl = await faculty.addStudent('Carl')
    const exams: WireRecord[] = []
    for (let number = 0; number < 30; number++) {
      const one = await faculty.addClass(`Course ${number}`, [carl])
      // The last exam begins while the previous one is still in progress.
      const minutes = number === 29 ? 28 * 130 + 60 : number * 130
      exams.push(
        await faculty.addExam(
          one,
          new Date(Date.parse(at('02-09', '06:00')) + minutes * 60_000).toISOString(),
          {},
          true,
        ),
      )
    }
    const { job, items } = await bulkCalls(faculty).done(
      faculty.secretary,
      'exams',
      { ids: exams.map(({ id }) => id) },
      { action: 'publish' },
    )
    expect(job.counts).toMatchObject({ done: 29, invalid: 1 })
    const invalid = items
      .filter(({ outcome }) => outcome === 'invalid')
      .map(({ recordId, issues }) => [recordId, Object.keys(issues)])
    expect(invalid).toHaveLength(1)
    expect(exams.slice(28).map(({ id }) => id)).toContain(invalid[0]?.[0])
    expect(
      (await faculty.notificationTypes(carl.caller)).filter((type) => type === 'examPublished'),
    ).toHaveLength(29)
  })
})
