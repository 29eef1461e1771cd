import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { failureResponse, handle } from '@matricola/testing/pages/network.ts'
import { screen, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as examCalls from '#resources/calls/exams.ts'
import type { ExamApp, ExamClass, ExamStudent } from '../../support/exam-app.ts'
import { openConsole, serverSide } from '../support/console-app.tsx'

let faculty: ExamApp
let ana: ExamStudent
let algebra: ExamClass
let exam: WireRecord
const resitDay = '2026-02-24T08:00:00.000Z'
beforeAll(async () => {
  faculty = await (await serverSide()).startExamApp()
  ana = await faculty.addStudent('Ana')
  algebra = await faculty.addClass('Algebra', [ana])
  exam = await faculty.addExam(algebra, '2026-02-03T08:00:00.000Z', {
    room: 'C 101',
    durationMinutes: 120,
  })
})
afterAll(() => faculty.close())
beforeEach(() => localStorage.clear())

const section = (name: string) => screen.findByRole('region', { name })

describe('the exams of a student (R-E07)', () => {
  test('are listed with time and room, and each links to its page', async () => {
    faculty.moveTo('2026-01-20T08:00:00.000Z')
    await openConsole('/student/exams', { api: faculty, caller: ana.caller })
    const upcoming = within(await section('Upcoming exams'))
    expect(upcoming.getByRole('link', { name: 'Algebra' })).toHaveAttribute(
      'href',
      `/student/exams/${exam.id}`,
    )
    expect(upcoming.getByText('03/02/2026 10:00 · C 101 · Written')).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Retake an exam' })).toBeNull()
  })

  test('offer a paid resit after a failed exam, with its price and last day, and let the student cancel the request', async () => {
    faculty.moveTo('2026-02-10T08:00:00.000Z')
    await faculty.updateSettings({ freeSittings: 1 })
    await faculty.addResult(ana, algebra.courseId, { value: 4, examId: exam.id })
    await faculty.addExam(algebra, resitDay, { session: 'resit', room: 'A 1' })
    const user = await openConsole('/student/exams', { api: faculty, caller: ana.caller })
    const retakeSection = within(await section('Retake an exam'))
    expect(retakeSection.getByText(/^Fee: /)).toBeVisible()
    await user.click(retakeSection.getByRole('button', { name: 'Request a resit: Algebra' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Request a resit: Algebra' }))
    expect(dialog.getByRole('radio', { name: /^24\/02\/2026 10:00 · A 1/ })).toBeChecked()
    expect(dialog.getByText('Request by 22/02/2026')).toBeVisible()
    expect(dialog.getByText(/is charged once the request is approved/)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Send the request' }))
    const requests = within(await section('Your requests'))
    expect(requests.getByText('Requested')).toBeVisible()
    expect(
      await screen.findByText('There is already an open request for this course.'),
    ).toBeVisible()
    await user.click(requests.getByRole('button', { name: 'Withdraw request' }))
    const sure = within(await screen.findByRole('dialog'))
    await user.click(sure.getByRole('button', { name: 'Withdraw request' }))
    expect(await requests.findByText('Cancelled')).toBeVisible()
  })

  test('do not offer resits while the university accepts no requests', async () => {
    await faculty.updateSettings({ allowExamResit: false })
    await openConsole('/student/exams', { api: faculty, caller: ana.caller })
    await section('Past exams')
    expect(screen.queryByRole('region', { name: 'Retake an exam' })).toBeNull()
    await faculty.updateSettings({ allowExamResit: true })
  })

  test('show an error if they cannot be loaded, and offer to retry', async () => {
    const before = () =>
      handle(examCalls.listOwnExams, () =>
        failureResponse(503, 'server.busy', 'The server is busy.'),
      )
    await openConsole('/student/exams', { api: faculty, caller: ana.caller, before })
    expect(await screen.findByRole('alert')).toBeVisible()
  })
})

describe('planning an exam (R-E07)', () => {
  test('shows conflicts in the form before the exam is saved', async () => {
    const logic = await faculty.addClass('Logic', [ana])
    const draft = await faculty.addExam(logic, '2026-02-03T09:00:00.000Z', { room: 'C 101' }, true)
    await openConsole(`/secretary/exams/${draft.id}/edit`, {
      api: faculty,
      caller: faculty.secretary,
    })
    const conflicts = within(await section('Conflicts'))
    expect(await conflicts.findByText('1 student has another exam at the same time')).toBeVisible()
    expect(conflicts.getByText(/^Ana Dan: Algebra, 03\/02\/2026 10:00/)).toBeVisible()
    expect(conflicts.getByText('The room is taken at that time.')).toBeVisible()
  })

  test('covers an exam session day by day, marks conflicts, and can show only the conflicts', async () => {
    const user = await openConsole(`/secretary/exams?plan=winter&year=${faculty.academicYearId}`, {
      api: faculty,
      caller: faculty.secretary,
    })
    expect(await screen.findByText(/^2 exams\. 2 of them have conflicts\.$/)).toBeVisible()
    // Announced by a live region that already exists.
    expect(document.querySelector('[data-announcer]')).toHaveTextContent(
      /^2 exams\. 2 of them have conflicts\.$/,
    )
    expect(screen.getByRole('heading', { level: 2, name: /^Tuesday 03\/02\/2026$/ })).toBeVisible()
    expect(screen.getAllByText('No exam').length).toBe(20)
    expect(screen.getAllByText('1 student has another exam at the same time')).toHaveLength(2)
    await user.click(screen.getByRole('checkbox', { name: 'Only exams with conflicts' }))
    expect(screen.getAllByRole('heading', { level: 2, name: /2026$/ })).toHaveLength(1)
  })
})

describe('the list of exams', () => {
  // Views compare dates with the real clock.
  beforeAll(
    () => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-02-10T08:00:00.000Z') }),
  )
  afterAll(() => void vi.useRealTimers())
  const names = async () =>
    (await screen.findAllByRole('rowheader')).map((cell) => cell.textContent)

  test('opens with future exams, soonest first, and links to past exams and to all exams', async () => {
    faculty.moveTo('2026-02-10T08:00:00.000Z')
    const physics = await faculty.addClass('Physics', [ana])
    const chemistry = await faculty.addClass('Chemistry', [ana])
    await faculty.addExam(physics, '2026-02-13T08:00:00.000Z', { room: 'F 1' })
    await faculty.addExam(chemistry, '2026-02-12T08:00:00.000Z', { room: 'F 2' })
    const user = await openConsole('/secretary/exams', { api: faculty, caller: faculty.secretary })
    const views = within(await screen.findByRole('navigation', { name: 'Views' }))
    expect((await names()).slice(0, 2)).toEqual([
      expect.stringContaining('Chemistry'),
      expect.stringContaining('Physics'),
    ])
    expect(views.getByRole('link', { current: 'page' })).toHaveTextContent(/^Upcoming/)
    await user.click(views.getByRole('link', { name: /^Past/ }))
    const algebra = await screen.findByRole('row', { name: /Algebra.*03\/02\/2026 10:00/ })
    expect(within(algebra).getByRole('rowheader')).toHaveTextContent(/^Algebra$/)
    expect(screen.queryByRole('rowheader', { name: /Physics/ })).toBeNull()
    await user.click(views.getByRole('link', { name: /^All/ }))
    await screen.findByRole('rowheader', { name: /Physics/ })
    expect(views.getByRole('link', { current: 'page' })).toHaveTextContent(/^All/)
    expect(await names()).toHaveLength(5)
  })

  test('and the pages of an exam show the day in the reader’s date format', async () => {
    await openConsole(`/secretary/exams/${exam.id}/edit`, {
      api: faculty,
      caller: faculty.secretary,
      language: 'de',
    })
    expect(
      await screen.findByRole('heading', { level: 1, name: /03\.02\.2026 10:00/ }),
    ).toBeVisible()
    expect(document.title).toMatch(/03\.02\.2026 10:00/)
  })
})
