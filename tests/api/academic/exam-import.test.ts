import type { WireImport, WireJob, WireJobItems } from '@matricola/schema/wire/jobs.ts'
import { runJobs } from '@matricola/server/jobs/runner.ts'
import { csvOf, uploadRows } from '@matricola/testing/import-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import { type ExamApp, startExamApp } from '#tests/support/exam-app.ts'

describe.each(engines)('importing exams from a file on $engine (R-E07)', ({ open }) => {
  let faculty: ExamApp
  beforeAll(async () => {
    faculty = await startExamApp(open)
  })
  afterAll(() => faculty.close())

  test('creates exams for classes in the file, and reports each row with a day outside the session', async () => {
    const universityClass = await faculty.addClass('Algebra')
    const { data: stored } = await faculty.callCreate('exams', {
      classId: universityClass.id,
      session: 'winter',
      startsAt: '2026-02-12T08:00:00.000Z',
    })
    // The class key as it appears in files.
    const exported = await faculty.app.inject({
      method: 'GET',
      url: '/api/exams/export?format=csv&lng=en&columns=classId,session,startsAt',
      headers: { 'x-test-caller': faculty.secretary.id },
    })
    const [, line = ''] = exported.body.replace(/^\uFEFF/, '').split(/\r?\n/)
    const [key = ''] = line
      .split(/[;,](?=(?:[^"]*"[^"]*")*[^"]*$)/)
      .map((cell) => cell.replace(/^"|"$/g, '').replaceAll('""', '"'))
    const days = Array.from(
      { length: 12 },
      (_, at) => `${String(at + 26).padStart(2, '0')}/01/2026`,
    ).slice(0, 6)
    const rows = [...days, '15/02/2026'].map((day) => [key, 'Winter', `${day} 10:00`, '90'])
    const file = csvOf([['Class', 'Session', 'Starts', 'Duration in minutes'], ...rows])
    const sent = await uploadRows(faculty, faculty.secretary, 'exams', file)
    const { id } = (
      await faculty.call<WireImport>(
        faculty.secretary,
        'PATCH',
        `/api/imports/${sent.data.job.id}`,
        { check: true },
      )
    ).data.job
    await runJobs(faculty.context)
    const job = async () =>
      (await faculty.call<WireJob>(faculty.secretary, 'GET', `/api/jobs/${id}`)).data
    expect((await job()).counts).toEqual({ ready: 6, invalid: 1 })
    const items = (
      await faculty.call<WireJobItems>(
        faculty.secretary,
        'GET',
        `/api/jobs/${id}/items?pageSize=100&outcome=invalid`,
      )
    ).data.list
    expect(items.map(({ issues }) => issues)).toEqual([
      {
        startsAt: [
          { code: 'exam.outsideSession', params: { from: '2026-01-25', to: '2026-02-14' } },
        ],
      },
    ])
    await faculty.call(faculty.secretary, 'POST', `/api/jobs/${id}/start`, { expected: 6 })
    await runJobs(faculty.context)
    const events = await faculty.context.database.query(
      `select count(*) as exams, count(distinct course_id) as courses, min(duration_minutes) as minutes,
         bool_and(grade_due_at = starts_at + interval '90 minutes' + interval '72 hours') as "isDue", bool_and(professor_id = $2) as "isHis"
       from exams where id <> $1`,
      [stored.id, faculty.professor.personId],
    )
    expect(events).toEqual([{ exams: 6, courses: 1, minutes: 90, isDue: true, isHis: true }])
  })
})
