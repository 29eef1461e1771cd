import type { Caller } from '@matricola/server/caller.ts'
import { failureResponse, handle } from '@matricola/testing/pages/network.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as sheetCalls from '#resources/calls/grade-sheets.ts'
import type { GradeSheetApp } from '../../support/grade-sheet-app.ts'
import { openConsole, serverSide } from '../support/console-app.tsx'

let site: GradeSheetApp
beforeAll(async () => {
  site = await (await serverSide()).startGradeSheetApp()
})
afterAll(() => site.close())
beforeEach(() => localStorage.clear())

const graded = (studentId: string, value: number) => ({ studentId, result: 'graded', value })
const open = async (examId: string, caller = site.professor, before?: () => unknown) => {
  const user = await openConsole(`/${caller.role}/exams/${examId}/grade-sheet`, {
    api: site,
    caller,
    ...(before && { before }),
  })
  await screen.findByRole('heading', { level: 1, name: 'Grades: Algoritmi' })
  return user
}
const cells = () => screen.getAllByRole<HTMLInputElement>('textbox', { name: /^Grade for/ })
const cell = (at: number) => cells()[at] as HTMLInputElement
const rows = () => screen.getAllByRole('row').slice(1)
const row = (at: number) => rows()[at] as HTMLElement
const texts = () => cells().map(({ value }) => value)
const getStoredGrades = async (id: string) =>
  (await site.getSheet(id)).rows.map(({ grade }) => grade && (grade.value ?? grade.result))
const isSaved = () => screen.findByText(/^All grades are saved, last at/)
const paste = async (user: UserEvent, at: number, text: string) => {
  cell(at).focus()
  await user.paste(text)
}

test('the link to a grade sheet is shown only to users who may see it, not to teaching assistants of the class', async () => {
  const { id, classId } = await site.addExam(1)
  const { insertTestRows } = await serverSide()
  await insertTestRows(site.context, 'class_assistants', [
    { class_id: classId, professor_id: site.otherProfessor.personId, is_active: true },
  ])
  const { id: examinedByOther } = await site.addExam(1, {
    professor_id: site.otherProfessor.personId,
  })
  const findSheetLink = async (caller: Caller, examId: string) => {
    cleanup()
    await openConsole(`/${caller.role}/exams/${examId}`, { api: site, caller })
    await screen.findByRole('tab', { name: 'Details' })
    return screen.queryByRole('link', { name: 'Grade sheet' })?.getAttribute('href') ?? null
  }
  expect(await findSheetLink(site.professor, id)).toBe(`/professor/exams/${id}/grade-sheet`)
  expect(await findSheetLink(site.otherProfessor, id)).toBeNull()
  expect(await findSheetLink(site.otherProfessor, examinedByOther)).toBe(
    `/professor/exams/${examinedByOther}/grade-sheet`,
  )
  // Leads the class of an exam that another professor examines.
  expect(await findSheetLink(site.professor, examinedByOther)).toBe(
    `/professor/exams/${examinedByOther}/grade-sheet`,
  )
  expect(await findSheetLink(site.admin, id)).toBe(`/admin/exams/${id}/grade-sheet`)
})

test('the URL of a grade sheet in version 0.1.0 leads to its current page', async () => {
  const { id } = await site.addExam(1)
  await openConsole(`/professor/exams/${id}/marks`, { api: site, caller: site.professor })
  await screen.findByRole('heading', { level: 1, name: 'Grades: Algoritmi' })
  expect(location.pathname).toBe(`/professor/exams/${id}/grade-sheet`)
})

describe('the grade sheet', () => {
  test('explains how to enter grades on the first visit, and collapses the explanation from then on', async () => {
    const { id } = await site.addExam(1)
    const openHelp = async () => {
      await open(id)
      return screen.getByText('1 to 10, a absent, n not eligible').closest('details')
    }
    expect(await openHelp()).toHaveAttribute('open')
    cleanup()
    expect(await openHelp()).not.toHaveAttribute('open')
  })

  test('can be filled in by keyboard and saves while the user types (R-E07)', async () => {
    const { id } = await site.addExam(4)
    const user = await open(id)
    expect(screen.getByText('1 to 10, a absent, n not eligible')).toBeVisible()
    expect(screen.getByText('Grades are saved as you enter them.')).toBeVisible()
    await user.click(cell(0))
    await user.keyboard('10{Enter}a{ArrowDown}7{ArrowUp}n{Enter}{ArrowDown}5')
    expect(texts()).toEqual(['10', 'n', '7', '5'])
    await isSaved()
    expect(await getStoredGrades(id)).toEqual([10, 'notEligible', 7, 5])
    expect(within(row(0)).getByText('Draft')).toBeVisible()
    // Tab also moves on, and Escape discards what was typed.
    cell(0).focus()
    await user.tab()
    expect(cell(1)).toHaveFocus()
    await user.keyboard('3{Escape}')
    expect(texts()).toEqual(['10', 'n', '7', '5'])
  })

  test('shows an error next to a cell without a valid grade, and keeps the value without sending it', async () => {
    const { id } = await site.addExam(2)
    const user = await open(id)
    await user.type(cell(0), '11')
    expect(cell(0)).toBeInvalid()
    expect(cell(0)).toHaveAccessibleDescription('Enter 1 to 10, a or n')
    expect(screen.getByText('1 row needs your attention.')).toBeVisible()
    await user.type(cell(1), '8')
    await waitFor(async () => expect(await getStoredGrades(id)).toEqual([null, 8]))
    expect(texts()).toEqual(['11', '8'])
  })

  test('announces refused grades with the reason, and completed saves, in a live region that already exists', async () => {
    const { id } = await site.addExam(2)
    const user = await open(id)
    const announcer = document.querySelector('[data-announcer]')
    const [first] = (await site.getSheet(id)).rows
    await user.click(cell(0))
    await user.keyboard('15{Enter}')
    expect(cell(1)).toHaveFocus()
    expect(announcer?.textContent).toBe(`${first?.name}, 15: Enter 1 to 10, a or n`)
    await user.keyboard('{ArrowUp}')
    await user.keyboard('8')
    await waitFor(() => expect(announcer?.textContent).toMatch(/^All grades are saved, last at/))
    expect(document.querySelector('[data-announcer]')).toBe(announcer)
  })

  test('accepts a column pasted from a spreadsheet, shows errors in their rows, and can undo the paste', async () => {
    const { id } = await site.addExam(4)
    const user = await open(id)
    const announcements: string[] = []
    const announcer = document.querySelector('[data-announcer]') as Element
    new MutationObserver(() => announcements.push(announcer.textContent)).observe(announcer, {
      childList: true,
      subtree: true,
      characterData: true,
    })
    await paste(user, 1, '9\r\n11\r\na\r\n6\r\n')
    expect(texts()).toEqual(['', '9', '11', 'a'])
    expect(screen.getByText('Line 4: 6 (no rows left)')).toBeVisible()
    // Notices that appear together with their text are announced through the existing live region.
    const notice = screen.getByText('Line 4: 6 (no rows left)').closest('.message')
    expect(announcements).toContain(
      [...(notice?.querySelectorAll(':scope > div > p') ?? [])].map((p) => p.textContent).join(' '),
    )
    expect(cell(2)).toBeInvalid()
    await waitFor(async () => expect(await getStoredGrades(id)).toEqual([null, 9, null, 'absent']))
    await user.click(screen.getByRole('button', { name: 'Undo paste' }))
    expect(texts()).toEqual(['', '', '', ''])
    await waitFor(async () => expect(await getStoredGrades(id)).toEqual([null, null, null, null]))
  })

  test('accepts two pasted columns with names and grades in any order', async () => {
    const { id } = await site.addExam(3)
    const [first, second] = (await site.getSheet(id)).rows
    const user = await open(id)
    await paste(
      user,
      0,
      `Student\tNota\n${second?.number}\t4\nNobody Known\t8\n${first?.name.split(' ').reverse().join(' ')}\t10`,
    )
    expect(texts().sort()).toEqual(['', '10', '4'])
    expect(screen.getByText('Line 3: Nobody Known 8 (not on this grade sheet)')).toBeVisible()
    await isSaved()
  })

  test('can show only students without a grade, and keeps a row visible while its grade is entered', async () => {
    const { id, students } = await site.addExam(3)
    await site.saveSheet(id, [graded(students[0] ?? '', 9), graded(students[1] ?? '', 9)])
    const user = await open(id)
    await user.click(screen.getByRole('button', { name: 'Missing only (1)' }))
    expect(cells()).toHaveLength(1)
    await user.type(cell(0), '10')
    await isSaved()
    expect(cells()).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Missing only (0)' }))
    expect(cells()).toHaveLength(3)
  })

  test('keeps grades that cannot be sent, shows a message, and sends them when the network is back', async () => {
    const { id } = await site.addExam(1)
    let isOffline = true
    const user = await open(id)
    const failure = handle(
      sheetCalls.save,
      () => (isOffline ? Response.error() : undefined) as Response,
    )
    await user.type(cell(0), '7')
    expect(
      (
        await screen.findAllByText(
          '1 grade has not reached the server yet. It is saved on this device and will be sent again.',
        )
      )[0],
    ).toBeVisible()
    expect(failure.requests.length).toBeGreaterThan(0)
    expect(Object.values(localStorage).some((text) => String(text).includes('7'))).toBe(true)
    isOffline = false
    window.dispatchEvent(new Event('online'))
    await waitFor(async () => expect(await getStoredGrades(id)).toEqual([7]))
    await isSaved()
  })

  test('shows both grades if one was entered in another window, and lets the user choose', async () => {
    const { id, students } = await site.addExam(2)
    const user = await open(id)
    await site.saveSheet(id, [graded(students[0] ?? '', 6), graded(students[1] ?? '', 5)])
    const [first, second] = (await site.getSheet(id)).rows
    await user.type(cell(0), '8')
    await user.type(cell(1), '9')
    expect(
      await within(row(0)).findByText(`Changed elsewhere: now ${first?.grade?.value}`),
    ).toBeVisible()
    await user.click(within(row(0)).getByRole('button', { name: 'Use 8' }))
    await user.click(
      await within(row(1)).findByRole('button', { name: `Keep ${second?.grade?.value}` }),
    )
    await waitFor(async () => expect(await getStoredGrades(id)).toEqual([8, second?.grade?.value]))
  })

  test('is published after students without a grade are marked absent and the number of grades is typed', async () => {
    const { id, students } = await site.addExam(3)
    await site.saveSheet(id, [graded(students[0] ?? '', 10), graded(students[1] ?? '', 4)])
    const user = await open(id)
    await user.click(screen.getByRole('button', { name: 'Publish…' }))
    const dialog = await screen.findByRole('dialog', { name: 'Publish the grades for Algoritmi' })
    expect(within(dialog).getByText('7.00')).toBeVisible()
    expect(within(dialog).getByText('50% (1/2)')).toBeVisible()
    const number = within(dialog).getByRole('textbox', {
      name: 'Type the number of grades to publish: 3',
    })
    const send = within(dialog).getByRole('button', { name: 'Publish' })
    await user.type(number, '3')
    await user.click(send)
    expect(within(dialog).getByRole('alert')).toHaveTextContent('Confirm that they were absent')
    await user.click(
      within(dialog).getByRole('checkbox', { name: '1 student has no grade and was absent' }),
    )
    await user.clear(number)
    await user.type(number, '2{Enter}')
    expect(within(dialog).getByRole('alert')).toHaveTextContent('Type 3.')
    await user.clear(number)
    await user.type(number, '3{Enter}')
    expect(await screen.findByText('3 grades were published.')).toBeVisible()
    expect(rows().map((one) => within(one).getByText('Published'))).toHaveLength(3)
    expect(screen.queryByRole('button', { name: 'Publish…' })).toBeNull()
  })

  test('requires a reason for correcting a published grade', async () => {
    const { id, students } = await site.addExam(1)
    await site.saveSheet(id, [graded(students[0] ?? '', 4)])
    await site.call(site.professor, 'POST', `/api/exams/${id}/grade-sheet/publish`, {
      drafts: 1,
      missing: 0,
    })
    const user = await open(id)
    await user.clear(cell(0))
    await user.type(cell(0), '6')
    expect(within(row(0)).getByText('Correction not sent. Published grade: 4')).toBeVisible()
    const bar = screen.getByRole('form', { name: 'Correct 1 published grade' })
    await user.click(within(bar).getByRole('button', { name: 'Correct' }))
    expect(within(bar).getByRole('alert')).toHaveTextContent('Give a reason')
    expect(await getStoredGrades(id)).toEqual([4])
    await user.type(within(bar).getByRole('textbox', { name: 'Reason' }), 'A page was found{Enter}')
    await waitFor(async () => expect(await getStoredGrades(id)).toEqual([6]))
    await waitFor(() => expect(screen.queryByRole('form', { name: /Correct/ })).toBeNull())
  })

  test('is read-only for staff', async () => {
    const { id, students } = await site.addExam(1)
    await site.saveSheet(id, [graded(students[0] ?? '', 8)])
    await open(id, site.secretary)
    expect(screen.queryByRole('textbox', { name: /^Grade for/ })).toBeNull()
    expect(within(row(0)).getByText('8')).toBeVisible()
    expect(
      screen.getByText('You can view this grade sheet. The examiner enters the grades.'),
    ).toBeVisible()
  })

  test('shows that the exam has no participants, or why the grade sheet cannot be loaded', async () => {
    const { id } = await site.addExam(0)
    await open(id)
    expect(screen.getByText('No students are taking this exam.')).toBeVisible()
  })

  test('closes an exam without participants and explains what that means', async () => {
    const { id } = await site.addExam(0)
    const user = await open(id)
    await user.click(screen.getByRole('button', { name: 'Close without grades…' }))
    const dialog = screen.getByRole('dialog', {
      name: 'Close the exam in Algoritmi without grades',
    })
    expect(
      within(dialog).getByText(
        /^No students are taking this exam\. Once closed, it counts as graded/,
      ),
    ).toBeVisible()
    expect(within(dialog).queryByRole('textbox')).toBeNull()
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    expect(await screen.findByText('The exam was closed without grades.')).toBeVisible()
    expect((await site.getSheet(id)).exam.state).toBe('graded')
    expect(screen.queryByRole('button', { name: 'Close without grades…' })).toBeNull()
  })

  test('offers to retry if it cannot be loaded', async () => {
    const { id } = await site.addExam(1)
    let isBroken = true
    const broken = () =>
      handle(sheetCalls.getGradeSheet, () =>
        isBroken
          ? failureResponse(500, 'server.failed', 'Unexpected Application Error!')
          : (undefined as never),
      )
    const user = await openConsole(`/professor/exams/${id}/grade-sheet`, {
      api: site,
      caller: site.professor,
      before: broken,
    })
    const retryButton = await screen.findByRole('button', { name: 'Try again' })
    isBroken = false
    await user.click(retryButton)
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Grades: Algoritmi' }),
    ).toBeVisible()
  })
})
