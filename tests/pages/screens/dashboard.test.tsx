import { screen, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ExamApp, ExamClass, ExamStudent } from '../../support/exam-app.ts'
import { openConsole, serverSide } from '../support/console-app.tsx'
import { unmountPages } from '../support/server.ts'

let faculty: ExamApp
let admissionId: string
beforeAll(async () => {
  faculty = await (await serverSide()).startExamApp()
  admissionId = await addAdmission(2026)
  await faculty.updateSettings({ admissionSessionId: admissionId })
})
afterEach(unmountPages)
afterAll(() => faculty.close())

/** Creates an admission session that is open in the first days of November. */
async function addAdmission(year: number): Promise<string> {
  const body = { name: `Admission ${year}`, academicYear: `${year}-${year + 1}` }
  const opening = {
    opensAt: `${year}-11-01T07:00:00.000Z`,
    closesAt: `${year}-11-04T14:00:00.000Z`,
  }
  return (await faculty.create('admission-sessions/create', { ...body, ...opening })).id
}
const open = (role: 'admin' | 'secretary' = 'admin') =>
  openConsole(`/${role}`, { api: faculty, caller: faculty[role] })
const regionOf = async (name: string) => within(await screen.findByRole('region', { name }))

describe('the dashboard before an admission opens', () => {
  beforeAll(() => faculty.moveTo('2026-10-20T08:00:00.000Z'))

  test('says when it will open (R-D01)', async () => {
    await open()
    expect(
      await screen.findByText(
        'No applications yet. The admission session opens on 1 November 2026 at 09:00.',
      ),
    ).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Submissions per day' })).toBeNull()
  })

  test('shows no pending work, and does not mention emails to a secretary (R-D01)', async () => {
    await open('secretary')
    expect(await screen.findByText('Nothing is waiting for you.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Start reviewing' })).toBeNull()
    expect(screen.queryByText('Failed emails')).toBeNull()
  })
})

describe('the dashboard on the second day of an admission', () => {
  /** The application that has waited longest. */
  let oldest: string
  const programmes: { [name: string]: string } = {}
  beforeAll(async () => {
    const ana = await faculty.addStudent('Ana')
    await plantOverdueStudies(ana, await faculty.addClass('Algebra', [ana]))
    faculty.moveTo('2026-11-02T12:05:00.000Z')
    oldest = await plantAdmissions()
    await faculty.callCreate(
      'data-changes',
      { subject: 'lastName', wanted: 'Rus', explanation: 'I married.' },
      ana.caller,
    )
    await faculty.query(
      `insert into outbox_mail (id, kind, language, params, created_at, run_at, state)
       values (gen_random_uuid(), 'accepted', 'ro', '{}', now(), now(), 'dead')`,
    )
    await faculty.query(
      `insert into change (id, resource, record_id, version, action, actor_name, at)
       select gen_random_uuid(), 'registrations', id, 1, 'create', 'applicant', $1::timestamptz from registrations limit 7`,
      [faculty.now().toISOString()],
    )
  })

  /** Adds an exam with overdue grades and an appeal with an overdue answer. */
  async function plantOverdueStudies(ana: ExamStudent, algebra: ExamClass) {
    faculty.moveTo('2026-01-20T08:00:00.000Z')
    await faculty.addExam(algebra, '2026-01-26T09:00:00.000Z', { room: 'C 101' })
    const logic = await faculty.addClass('Logic', [ana])
    await faculty.addResult(ana, logic.courseId, { value: 4 })
    const [grade] = await faculty.query<{ id: string }>(
      'select id from grades where course_id = $1',
      [logic.courseId],
    )
    await faculty.callCreate(
      'grade-appeals',
      { gradeId: grade?.id, explanation: 'Problem 3 was solved on the back.' },
      ana.caller,
    )
  }

  /**
   * Adds applications of this admission session, of the one a year earlier, and of one in between.
   */
  async function plantAdmissions(): Promise<string> {
    const { seedApplications } = await serverSide()
    const { context, departmentProfileId } = faculty
    for (const values of [
      { name: 'Matematică', code: 'MAT', placesBudget: 6, placesFee: 4 },
      { name: 'Drept', code: 'DRE' },
    ])
      programmes[values.name] = await faculty.createProgramme(values)
    const addApplications = (count: number, name: string, values: object) =>
      seedApplications(context, count, {
        admissionSessionId: admissionId,
        departmentProfileId,
        specializationId: programmes[name],
        ...values,
      })
    const [first, second] = ['2026-11-01T09:00:00.000Z', '2026-11-02T09:00:00.000Z']
    const [waiting = ''] = await addApplications(1, 'Matematică', {
      status: 'submitted',
      submittedAt: first,
    })
    await addApplications(12, 'Matematică', { submittedAt: first })
    await addApplications(12, 'Matematică', { status: 'submitted', submittedAt: second })
    await addApplications(4, 'Drept', { submittedAt: second })
    await addApplications(4, 'Drept', { submittedAt: second, notifyAt: '9999-12-31T00:00:00.000Z' })
    await addApplications(3, 'Drept', { status: 'in_progress', submittedAt: second })
    await addApplications(7, 'Drept', { status: 'submitted', submittedAt: second })

    const lastYear = { admissionSessionId: await addAdmission(2025), status: 'declined' }
    for (const [count, day] of [
      [10, '01'],
      [40, '02'],
      [7, '03'],
    ] as const)
      await addApplications(count, 'Drept', {
        ...lastYear,
        submittedAt: `2025-11-${day}T09:00:00.000Z`,
      })

    const between = { admissionSessionId: null, submittedAt: '2026-10-20T08:00:00.000Z' }
    await addApplications(2, 'Drept', { ...between, status: 'update_requested', overdueAt: first })
    for (const day of ['2026-10-21', '2026-10-26', '2026-11-02'])
      await addApplications(1, 'Drept', {
        ...between,
        status: 'declined',
        reasonCode: 'not_eligible',
        decidedAt: `${day}T08:00:00.000Z`,
      })
    return waiting
  }

  test('puts pending work first: each number links to its list, and one click opens the oldest application (R-D01)', async () => {
    await open()
    const todoRegion = await regionOf('To do')
    for (const [text, view] of [
      ['23 Waiting for review', 'waiting'],
      ['3 Resubmitted', 'resubmitted'],
      ['2 Response overdue', 'overdue'],
      ['4 Decisions to release', 'toRelease'],
      ['20 Ready to enrol', 'toEnrol'],
      ['0 Decided today', 'decidedToday'],
    ] as const)
      expect((await todoRegion.findByRole('link', { name: text })).getAttribute('href')).toBe(
        `/admin/registrations?pageNumber=1&pageSize=5&view=${view}`,
      )
    for (const [text, address] of [
      ['1 Correction requests to decide', 'data-changes?view=waiting'],
      ['1 Exams with overdue grades', 'exams?view=overdue'],
      ['1 Overdue grade appeals', 'grade-appeals?view=overdue'],
    ] as const)
      expect(todoRegion.getByRole('link', { name: text }).getAttribute('href')).toBe(
        `/admin/${address}`,
      )
    expect(todoRegion.getByRole('link', { name: '1 Failed emails' }).getAttribute('href')).toBe(
      '/admin/settings/mails?view=failed',
    )
    expect(todoRegion.getByText('oldest: 1 day')).toBeTruthy()
    expect(todoRegion.getByText('As of 14:05')).toBeTruthy()
    expect(todoRegion.getByRole('link', { name: 'Start reviewing' }).getAttribute('href')).toBe(
      `/admin/registrations/${oldest}?view=waiting&sort=submittedAt`,
    )
  })

  test('lists applications to review first, then overdue tasks, which are highlighted, and tasks without a number last', async () => {
    await open()
    const todoRegion = await regionOf('To do')
    await todoRegion.findByRole('link', { name: '23 Waiting for review' })
    const items = todoRegion.getAllByRole('listitem')
    const [first, ...rest] = items.map((item) => ({
      isUrgent: item.hasAttribute('data-urgent'),
      isNone: item.className === 'to-do-empty',
      number: Number.parseInt(item.textContent ?? '', 10),
    }))
    expect(first).toEqual({ isUrgent: false, isNone: false, number: 23 })
    expect(rest.slice(0, 4)).toEqual(
      [2, 1, 1, 1].map((number) => ({ isUrgent: true, isNone: false, number })),
    )
    expect(rest.slice(4, -1).every(({ isUrgent, isNone }) => !isUrgent && !isNone)).toBe(true)
    expect(rest.at(-1)).toEqual({ isUrgent: false, isNone: true, number: 0 })
  })

  test('compares applications with the same day last year, and explains each figure on request (R-D01)', async () => {
    const user = await open()
    const region = await regionOf('Figures')
    expect(
      (await region.findByRole('link', { name: '43 in Admission 2026' })).getAttribute('href'),
    ).toContain(`filters%5BadmissionSessionId%5D=${admissionId}`)
    expect(region.getByText(/-7 compared with the same day last year \(50\)/)).toBeTruthy()
    const explained = region.getByText('Students whose status is active today.')
    expect(explained.hidden).toBe(true)
    await user.click(region.getByRole('button', { name: 'How this is counted: Total students' }))
    expect(explained.hidden).toBe(false)
  })

  test('charts the distribution of the current admission, with a name and with links from its parts to their lists (R-D01)', async () => {
    await open()
    const region = await regionOf('Registration status distribution')
    expect(
      await region.findByRole('img', { name: 'Waiting for review: 23 of 43 applications.' }),
    ).toBeTruthy()
    const href = region.getByRole('link', { name: 'In progress: 3 (7%)' }).getAttribute('href')
    expect(href).toContain('filters%5Bstatus%5D=in_progress')
    expect(href).toContain(`filters%5BadmissionSessionId%5D=${admissionId}`)
  })

  test('charts submissions per day with a sentence as its name, marks opening and closing, and offers a table (R-D01)', async () => {
    const user = await open()
    const region = await regionOf('Submissions per day')
    const name = '43 applications submitted so far, 30 of them today; 50 by the same day last year.'
    const drawing = await region.findByRole('img', { name })
    expect(drawing.querySelectorAll('rect.chart-column')).toHaveLength(2)
    expect(drawing.querySelectorAll('.chart-marker')).toHaveLength(2)
    // This year's line ends today; last year's continues.
    const points = (line: string) =>
      drawing.querySelector(`polyline.${line}`)?.getAttribute('points')?.split(' ').length
    expect([points('chart-line'), points('chart-line-last')]).toEqual([2, 4])
    await user.click(region.getByRole('button', { name: 'Show as table' }))
    expect(region.getByRole('row', { name: '02/11/2026 30 43 40 50' })).toBeTruthy()
    expect(region.getByRole('row', { name: '03/11/2026 – – 7 57' })).toBeTruthy()
  })

  test('links places to their applications, shows missing ones as negative, and no limit as a dash (R-D01)', async () => {
    await open()
    const region = await regionOf('Places')
    const row = within(await region.findByRole('row', { name: /^Matematică 10 25 12 -2 2.5/ }))
    expect(row.getByRole('link', { name: '25' }).getAttribute('href')).toContain(
      `filters%5BspecializationId%5D=${programmes.Matematică}`,
    )
    expect(row.getByRole('link', { name: '12' }).getAttribute('href')).toContain(
      'filters%5Bstatus%5D=accepted',
    )
    expect(
      row.getByRole('img', { name: '12 accepted for 10 places, 25 applications' }),
    ).toBeTruthy()
    expect(region.getByRole('row', { name: /^Drept – 18 8 – –/ })).toBeTruthy()
  })

  test('shows the time to a decision in working days (R-D01)', async () => {
    await open()
    const region = await regionOf('Time to decision')
    expect(await region.findByText('4 working days')).toBeTruthy()
    expect(region.getByText('9 working days')).toBeTruthy()
    expect(region.getByText(/^3 decisions in the last 14 days/)).toBeTruthy()
  })

  test('lists the applicants’ activity under that name (R-D01)', async () => {
    await open()
    expect((await screen.findByText('Applicants')).closest('li')?.textContent).toContain(
      'Applicants · created · 7 applications',
    )
  })
})
