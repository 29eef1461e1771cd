import type { Caller } from '@matricola/server/caller.ts'
import { bulkCalls } from '@matricola/testing/bulk-calls.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WireStudyRecord } from '#resources/academic/study-record.ts'
import { readCredits } from '#server/study/credits.ts'
import { engines } from '#tests/support/databases.ts'
import { type StudyApp, startStudyApp } from '#tests/support/study-app.ts'

describe.each(engines)('study records on $engine', ({ open }) => {
  let study: StudyApp
  beforeAll(async () => {
    study = await startStudyApp(open)
  })
  afterAll(() => study.close())
  const recordOf = (id: string | null, caller: Caller = study.secretary) =>
    study.call<WireStudyRecord>(caller, 'GET', `/api/students/${id}/study-record`)

  test("list the programme's courses up to the year of study, with attempts, final grade and publisher", async () => {
    const dan = await study.addStudent()
    await study.addGrade(dan.personId, 'A1', { value: 4 })
    await study.addGrade(dan.personId, 'A1', {
      value: 6,
      kind: 'resit',
      attempt: 2,
      state: 'locked',
    })
    await study.addGrade(dan.personId, 'A1', { value: 5, kind: 'improvement', attempt: 3 })
    await study.addGrade(dan.personId, 'A2', {})
    const { data } = await recordOf(dan.personId)
    expect(data).toMatchObject({
      name: 'Ionescu Dan',
      programme: 'Informatică aplicată',
      studyYear: 1,
      passMark: 5,
    })
    expect([data.creditsEarned, data.creditsPossible, data.average]).toEqual([5, 20, 6])
    const courses = data.years.flatMap(({ semesters }) =>
      semesters.flatMap((semester) => semester.courses),
    )
    expect(
      courses.map(({ code, grade, creditsEarned, attempts }) => [
        code,
        grade,
        creditsEarned,
        attempts.length,
      ]),
    ).toEqual([
      ['A1', 6, 5, 3],
      ['A2', null, 0, 1],
    ])
    expect(courses[0]?.attempts[1]).toEqual({
      ...{ id: expect.any(String), kind: 'resit', attempt: 2, result: 'graded', value: 6 },
      ...{
        academicYear: '2026-2027',
        publishedAt: study.now().toISOString(),
        publishedBy: 'Rus Ion',
      },
    })
    expect(courses[1]?.attempts[0]).toMatchObject({ result: 'absent', value: null })
  })

  test('contain no drafts (R-S08)', async () => {
    const dan = await study.addStudent()
    await study.addGrade(dan.personId, 'A1', { value: 9, state: 'draft' })
    const { data, text } = await recordOf(dan.personId)
    expect([data.creditsEarned, data.average]).toEqual([0, null])
    expect(text).not.toContain('"value":9')
  })

  test('are visible to the student and staff, but not to other students or professors', async () => {
    const [dan, eva] = [await study.addStudent(), await study.addStudent()]
    const status = async (caller: Caller | null) =>
      (await study.call(caller, 'GET', `/api/students/${dan.personId}/study-record`)).status
    expect(
      await Promise.all(
        [null, dan, eva, study.professor, study.secretary, study.admin].map(status),
      ),
    ).toEqual([401, 200, 404, 403, 200, 200])
  })

  test('count the same credits for one student and for many', async () => {
    const [dan, eva] = [await study.addStudent({ studyYear: 2 }), await study.addStudent()]
    await study.addPassingGrades(dan.personId, 'A1', 'A2', 'B1')
    await study.addGrade(dan.personId, 'A1', { value: 10, kind: 'improvement', attempt: 2 })
    await study.addGrade(eva.personId, 'A1', { value: 4 })
    const { credits } = await readCredits(study.context.database, [dan.personId, eva.personId])
    expect([credits.get(dan.personId)?.won, credits.get(eva.personId)?.won]).toEqual([15, 0])
    for (const { personId } of [dan, eva])
      expect((await recordOf(personId)).data.creditsEarned).toBe(credits.get(personId)?.won)
  })

  describe('promotion', () => {
    test('requires the credits in the settings, and reports how many the student has', async () => {
      await study.updateSettings({ creditsForYear2: 10 })
      const [passing, failing] = [await study.addStudent(), await study.addStudent()]
      await study.addPassingGrades(passing.personId, 'A1', 'A2')
      await study.addPassingGrades(failing.personId, 'A1')
      expect(
        (await study.act(study.secretary, 'students', passing.personId, 'promote')).data.studyYear,
      ).toBe(2)
      const refusal = await study.act(study.secretary, 'students', failing.personId, 'promote')
      expect([refusal.status, refusal.failure.fields]).toEqual([
        409,
        { studyYear: [{ code: 'credits.tooFew', params: { have: 5, need: 10 } }] },
      ])
    })

    test('of several students reports the credits that each has and needs', async () => {
      await study.updateSettings({ creditsForYear2: 10 })
      const students = [
        await study.addStudent(),
        await study.addStudent(),
        await study.addStudent(),
      ]
      await study.addPassingGrades(students[0]?.personId ?? null, 'A1', 'A2')
      await study.addPassingGrades(students[1]?.personId ?? null, 'A2')
      const { items } = await bulkCalls(study).done(
        study.secretary,
        'students',
        { ids: students.map(({ personId }) => personId) },
        { action: 'promote' },
      )
      expect(items.map(({ outcome, issues }) => [outcome, issues.studyYear?.[0]?.params])).toEqual([
        ['done', undefined],
        ['state', { have: 5, need: 10 }],
        ['state', { have: 0, need: 10 }],
      ])
    })

    test('can still be decided by an administrator who edits the year', async () => {
      const failing = await study.addStudent()
      const body = { id: failing.personId, studyYear: 2 }
      expect((await study.call(study.admin, 'PATCH', '/api/students/update', body)).status).toBe(
        200,
      )
    })
  })

  describe('graduation', () => {
    test('requires every credit of the programme', async () => {
      const dan = await study.addStudent({ studyYear: 2 })
      await study.addPassingGrades(dan.personId, 'A1', 'A2', 'B1')
      const refusal = await study.act(study.secretary, 'students', dan.personId, 'graduate')
      expect([refusal.status, refusal.failure.fields]).toEqual([
        400,
        { status: [{ code: 'credits.tooFew', params: { have: 15, need: 20 } }] },
      ])
      await study.addPassingGrades(dan.personId, 'B2')
      expect(
        (await study.act(study.secretary, 'students', dan.personId, 'graduate')).data.status,
      ).toBe('graduated')
    })

    test('of several students refuses only those who lack credits', async () => {
      const [ready, incomplete] = [
        await study.addStudent({ studyYear: 2 }),
        await study.addStudent({ studyYear: 2 }),
      ]
      await study.addPassingGrades(ready.personId, 'A1', 'A2', 'B1', 'B2')
      const { items } = await bulkCalls(study).done(
        study.secretary,
        'students',
        { ids: [ready.personId, incomplete.personId] },
        { action: 'graduate' },
      )
      expect(items.map(({ outcome }) => outcome)).toEqual(['done', 'invalid'])
    })
  })
})
