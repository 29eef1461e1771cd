import { pagePaths } from '@matricola/schema/paths.ts'
import { daysAfter, today } from '@matricola/schema/values/dates.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { grades } from '#resources/grades.ts'
import { gradeSheetPath } from '#resources/paths.ts'
import {
  expectContrastInOtherTheme,
  expectNoAxeViolations,
  expectNoHorizontalScroll,
  openPageAs,
  takeConsoleErrors,
} from '#tests/support/browser.ts'
import { changeSettings, requestApi, restoreSettingsAfterwards } from '../support/api-calls.ts'

const course = 'Graph theory for a hundred and fifty'
const students = 150

restoreSettingsAfterwards('maxStudentsPerCourse')

interface Listed {
  readonly list: readonly {
    readonly id: string
    readonly matriculationNumber: string
    readonly [field: string]: unknown
  }[]
}

/**
 * Creates an exam that started an hour ago, with this many students, including the demo student.
 */
async function seedExam(
  admin: Page,
  professor: Page,
  student: Page,
): Promise<{ id: string; numbers: string[] }> {
  const { id: professorId } = await requestApi(professor, {
    method: 'GET',
    path: '/api/personal-data',
  })
  const ownRecord = await requestApi<{
    id: string
    matriculationNumber: string
    specializationId: string
  }>(student, {
    method: 'GET',
    path: '/api/personal-data',
  })
  const { academicYearId } = await requestApi<{ academicYearId: string }>(admin, {
    method: 'GET',
    path: '/api/settings',
  })
  await changeSettings({ maxStudentsPerCourse: 300 })
  const pages = await Promise.all(
    [1, 2].map((page) =>
      requestApi<Listed>(admin, {
        method: 'GET',
        path: `/api/students?pageSize=100&pageNumber=${page}&filters[status]=active&filters[specializationId]=${ownRecord.specializationId}`,
      }),
    ),
  )
  const others = pages.flatMap(({ list }) => list).filter(({ id }) => id !== ownRecord.id)
  const known = [ownRecord, ...others.slice(0, students - 1)]
  const newStudent = (index: number) => ({
    lastName: 'Zorilă',
    firstName: 'Dan',
    matriculationNumber: `GRAPH-${index}`,
    email: `graph${index}@stud.example`,
    specializationId: ownRecord.specializationId,
    academicYearOfEntry: '2026-2027',
  })
  const members = [...known]
  for (let index = known.length; index < students; index++)
    members.push(
      await requestApi(
        admin,
        { method: 'POST', path: '/api/students/create' },
        { data: newStudent(index) },
      ),
    )
  const day = today(new Date())
  const make = (path: string, data: object) =>
    requestApi(admin, { method: 'POST', path: `/api/${path}/create` }, { data })
  await make('academic-periods', {
    name: 'Early session',
    academicYearId,
    kind: 'winter',
    startsOn: daysAfter(day, -3),
    endsOn: daysAfter(day, 20),
  })
  const { id: courseId } = await make('courses', {
    name: course,
    code: 'GRAPH-150',
    specializationId: ownRecord.specializationId,
    year: 1,
    semester: 1,
    credits: 6,
  })
  const group = {
    name: course,
    courseId,
    academicYearId,
    semester: 1,
    groupName: '150',
    leadProfessorId: professorId,
    capacity: 200,
  }
  const { id: classId } = await make('university-classes', group)
  for (const { id: studentId } of members) await make('class-enrolments', { classId, studentId })
  const startsAt = new Date(Date.now() - 3_600_000).toISOString()
  const { id } = await make('exams', {
    classId,
    session: 'winter',
    startsAt,
    durationMinutes: 30,
    room: 'Z 150',
  })
  await requestApi(
    admin,
    { method: 'POST', path: `/api/exams/${id}/actions/publish` },
    { data: {} },
  )
  await requestApi(admin, { method: 'POST', path: `/api/exams/${id}/actions/hold` }, { data: {} })
  return { id, numbers: members.map(({ matriculationNumber }) => matriculationNumber) }
}

const unread = async (page: Page): Promise<number> =>
  (
    await requestApi<{ notifications: number }>(page, {
      method: 'GET',
      path: '/api/notifications/unread',
    })
  ).notifications

const paste = (page: Page, index: number, text: string) =>
  page.locator(`[data-grade-position="${index}"]`).evaluate((cell, block) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', block)
    cell.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, text)

test('a professor enters, pastes, publishes and corrects 150 grades, and the student is notified immediately (R-E07)', async () => {
  const [admin, professor, student] = await Promise.all([
    openPageAs('admin'),
    openPageAs('professor'),
    openPageAs('student'),
  ])
  const { id, numbers } = await seedExam(admin, professor, student)
  await professor.goto(gradeSheetPath('professor', id))
  await professor.getByRole('heading', { level: 1, name: `Grades: ${course}` }).waitFor()
  expect(await professor.locator('[data-grade-position]').count()).toBe(students)

  // Some grades are typed, the rest pasted as number and grade. One pasted line matches no student.
  await professor.locator('[data-grade-position="0"]').click()
  await professor.keyboard.type('9')
  await professor.keyboard.press('Enter')
  await professor.keyboard.type('a')
  await professor.getByText('All grades are saved, last at').waitFor()
  const lines = numbers.map((number, at) => `${number}\t${(at % 6) + 5}`)
  await paste(professor, 0, ['Number\tMark', ...lines, 'Nobody\t7'].join('\n'))
  await professor.getByText(`Line ${students + 2}: Nobody 7 (not on this grade sheet)`).waitFor()
  await professor.getByText('All grades are saved, last at').waitFor()
  await expectNoAxeViolations(professor)
  await expectContrastInOtherTheme(professor)
  await professor.setViewportSize({ width: 320, height: 640 })
  await expectNoHorizontalScroll(professor)
  await expectNoAxeViolations(professor)
  await professor.setViewportSize({ width: 1280, height: 800 })

  const before = await unread(student)
  await professor.getByRole('button', { name: 'Publish…' }).click()
  await professor
    .getByLabel(`Type the number of grades to publish: ${students}`)
    .fill(String(students))
  await expectNoAxeViolations(professor)
  const bell = student.getByRole('button', {
    name: new RegExp(`^Notifications, ${before + 1} unread`),
  })
  await professor.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
  await professor.getByText(`${students} grades were published.`).first().waitFor()
  await bell.waitFor()

  // The demo student is first in the list, with a five that is corrected to a ten with a reason.
  await student.goto(pagePaths(grades, 'student').list)
  await student.getByText(course).first().waitFor()
  const gradeRow = professor.getByRole('row').filter({ hasText: numbers[0] ?? '' })
  await gradeRow.getByRole('textbox').fill('10')
  await professor.getByLabel('Reason').fill('The last page had been left out')
  await professor.getByRole('button', { name: 'Correct', exact: true }).click()
  await gradeRow.getByText('Published').waitFor()
  await student
    .getByRole('button', { name: new RegExp(`^Notifications, ${before + 2} unread`) })
    .waitFor()
  const { list } = await requestApi<Listed>(student, {
    method: 'GET',
    path: `/api/grades?filters[examId]=${id}`,
  })
  expect(
    list.map(({ value, state, correctionReason }) => [value, state, correctionReason]),
  ).toEqual([[10, 'published', 'The last page had been left out']])
  expect(takeConsoleErrors(professor)).toEqual([])
})
