import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import { failureResponse, handle } from '@matricola/testing/pages/network.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as studyCalls from '#resources/calls/study-record.ts'
import type { StudyApp } from '../../support/study-app.ts'
import { openConsole, serverSide } from '../support/console-app.tsx'

let study: StudyApp
let dan: Caller & { readonly personId: string }
beforeAll(async () => {
  study = await (await serverSide()).startStudyApp()
  dan = await study.addStudent({ studyYear: 2 })
  await study.addGrade(dan.personId, 'A1', { value: 4 })
  await study.addGrade(dan.personId, 'A1', { value: 7, kind: 'resit', attempt: 2 })
  await study.addGrade(dan.personId, 'A2', {})
})
afterAll(() => study.close())
const open = (address: string, caller: Caller, before?: () => unknown) =>
  openConsole(address, { api: study, caller, ...(before && { before }) })

test('a new item on the home page links to its page, and the number of waiting items links to their list', async () => {
  const ana = await study.addStudent({ studyYear: 1 })
  const gradeId = await study.addGrade(ana.personId, 'A1', { value: 7 })
  await study.call(ana, 'POST', '/api/data-changes/create', {
    subject: 'lastName',
    wanted: 'Pop',
    explanation: 'I married.',
  })
  await open('/student', ana)
  expect(await screen.findByRole('link', { name: 'Cursul A1' })).toHaveAttribute(
    'href',
    `/student/grades/${gradeId}`,
  )
  expect(await screen.findByRole('link', { name: '1 correction request pending' })).toHaveAttribute(
    'href',
    '/student/data-changes?view=waiting',
  )
})

test('a ledger entry offers the actions that apply to it, and no edit page because it never changes', async () => {
  const body = {
    studentId: dan.personId,
    direction: 'payment',
    kind: 'tuition',
    amount: 50,
    description: 'First part',
    bookedOn: '2027-07-01',
  }
  const entry = await study.create(
    'finances/create',
    { ...body, method: 'cash', receiptNumber: 'R-7001' },
    study.secretary,
  )
  await open(`/secretary/finances/${entry.id}`, study.secretary)
  expect(await screen.findByRole('button', { name: 'Reverse' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull()
})

describe('the student’s grades', () => {
  test('are shown by year and semester, with every attempt, averages and credits (R-S08)', async () => {
    await open('/student/grades', dan)
    const first = (await screen.findByRole('heading', { name: 'Year 1' })).closest(
      'section',
    ) as HTMLElement
    expect(within(first).getByText('5 of 10 credits earned')).toBeVisible()
    const course = (await within(first).findByText('Cursul A1')).closest('li') as HTMLElement
    expect(within(course).getByText('Final grade 7')).toBeInTheDocument()
    expect(within(course).getByText(/1\. .*: 4/)).toBeVisible()
    expect(within(course).getByText(/2\. .*: 7/)).toBeVisible()
    expect(within(course).getAllByText(/published .* by Rus Ion/)).toHaveLength(2)
    const absent = within(first).getByText('Cursul A2').closest('li') as HTMLElement
    expect(within(absent).getByText('No final grade yet')).toBeInTheDocument()
    expect(screen.getByText('5 of 20 credits earned')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Get a transcript' })).toHaveAttribute(
      'href',
      '/student/certificates/create?kind=transcript',
    )
  })

  test('say when they cannot be loaded, and offer to retry', async () => {
    let isOffline = true
    const user = await open('/student/grades', dan, () =>
      handle(studyCalls.getStudyRecord, () =>
        isOffline ? failureResponse(503, 'server.busy', 'Busy') : undefined,
      ),
    )
    const retry = await screen.findByRole('button', { name: 'Try again' })
    isOffline = false
    await user.click(retry)
    expect(await screen.findByText('Cursul A1')).toBeVisible()
  })

  test('show an explanation if the account has no study record', async () => {
    await open('/student/grades', await study.createAccount('student', 'Nobody Yet'))
    expect(await screen.findByText(/No student record is linked to this account/)).toBeVisible()
  })

  test('are shown to staff on the student’s page', async () => {
    const user = await open(`/secretary/students/${dan.personId}`, study.secretary)
    await user.click(await screen.findByRole('tab', { name: 'Study record' }))
    expect(await screen.findByText('Cursul A1')).toBeVisible()
  })
})

describe('a grade', () => {
  test('can be appealed from the study record, with a reason, and links to the appeal (R-S08)', async () => {
    const eva = await study.addStudent({ studyYear: 2 })
    const gradeId = await study.addGrade(eva.personId, 'A1', { value: 4 })
    const user = await open('/student/grades', eva)
    await user.click(await screen.findByRole('button', { name: 'Appeal the grade: Cursul A1' }))
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Appeal the grade: Cursul A1' }),
    )
    expect(dialog.getByText(/^The grade is 4\. You can appeal once, until /)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Send the appeal' }))
    const why = dialog.getByRole('textbox', { name: /Reason for the appeal/ })
    await waitFor(() => expect(why).toHaveAttribute('aria-invalid', 'true'))
    await user.type(why, 'Problem 3 is on the back of the page.')
    await user.click(dialog.getByRole('button', { name: 'Send the appeal' }))
    const appealLink = await screen.findByRole('link', { name: 'Appeal: Waiting for a decision' })
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('button', { name: /^Contest/ })).toBeNull()
    const { id } =
      (await study.call<Page<WireRecord>>(eva, 'GET', '/api/grade-appeals')).data.list[0] ?? {}
    expect(appealLink).toHaveAttribute('href', `/student/grade-appeals/${id}`)
    expect(
      (await study.call<WireRecord>(eva, 'GET', `/api/grade-appeals/${id}`)).data,
    ).toMatchObject({ gradeId, status: 'open' })
  })

  test('can be appealed on its own page before the deadline', async () => {
    const eva = await study.addStudent()
    const gradeId = await study.addGrade(eva.personId, 'A1', { value: 4 })
    await open(`/student/grades/${gradeId}`, eva)
    expect(await screen.findByRole('button', { name: 'Appeal the grade: Cursul A1' })).toBeVisible()
    // Titles omit columns that only name the reader.
    expect(screen.getByRole('heading', { level: 1, name: 'Cursul A1' })).toBeVisible()
  })

  test('cannot be appealed after the deadline', async () => {
    const eva = await study.addStudent()
    const gradeId = await study.addGrade(eva.personId, 'A1', { value: 4 })
    await study.context.database.query(
      "update grades set published_at = $2::timestamptz - interval '48 hours' where id = $1",
      [gradeId, study.now().toISOString()],
    )
    await open(`/student/grades/${gradeId}`, eva)
    expect(await screen.findByRole('heading', { level: 1, name: 'Cursul A1' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Contest/ })).toBeNull()
  })

  test('that was appealed can be answered by the professor from the home page', async () => {
    const eva = await study.addStudent()
    const gradeId = await study.addGrade(eva.personId, 'A2', { value: 4 })
    const explanation = 'Problem 3 is on the back of the page.'
    await study.create('grade-appeals/create', { gradeId, explanation }, eva)
    const user = await open('/professor', study.professor)
    await user.click(await screen.findByRole('link', { name: /grade appeals? to decide$/ }))
    await user.click((await screen.findAllByRole('link', { name: /Cursul A2/ }))[0] as HTMLElement)
    expect(await screen.findByText(explanation)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Uphold the grade' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.queryByText(/optional/)).toBeNull()
    await user.type(
      dialog.getByRole('textbox', { name: /^Response/ }),
      'The back was read and counted.',
    )
    await user.click(dialog.getByRole('button', { name: 'Uphold the grade' }))
    expect((await screen.findAllByText('Grade upheld')).length).toBeGreaterThan(0)
    expect(await screen.findByText('The back was read and counted.')).toBeVisible()
  })

  test('can be changed by one transition, which requires a number where the grade has one', async () => {
    const eva = await study.addStudent()
    const gradeId = await study.addGrade(eva.personId, 'B1', { value: 4 })
    const { id } = await study.create(
      'grade-appeals/create',
      { gradeId, explanation: 'Problem 3 is on the back.' },
      eva,
    )
    const user = await open(`/professor/grade-appeals/${id}`, study.professor)
    await user.click(await screen.findByRole('button', { name: 'Change the grade' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.queryByLabelText(/New grade/)).toBeNull()
    await user.click(dialog.getByRole('radio', { name: 'Graded' }))
    await user.type(dialog.getByLabelText(/New grade/), '6')
    await user.click(dialog.getByRole('button', { name: 'Change the grade' }))
    const why = dialog.getByRole('textbox', { name: /^Response/ })
    await waitFor(() => expect(why).toHaveAttribute('aria-invalid', 'true'))
    await user.type(why, 'Problem 3 is right.')
    await user.click(dialog.getByRole('button', { name: 'Change the grade' }))
    expect((await screen.findAllByText('Grade changed')).length).toBeGreaterThan(0)
    expect((await study.call<WireRecord>(eva, 'GET', `/api/grades/${gradeId}`)).data).toMatchObject(
      {
        value: 6,
        correctionReason: 'Problem 3 is right.',
      },
    )
  })
})

describe('the final degree exam', () => {
  test('page shows the student the missing requirements, and that no exam is scheduled', async () => {
    await open('/student/license-exams', dan)
    expect(await screen.findByText(/All credits for the programme: 5 of 20/)).toBeVisible()
    expect(screen.getByText(/You are not registered for a final degree exam yet/)).toBeVisible()
  })

  test('lets the student change the title before the deadline', async () => {
    const eva = await study.addStudent({ studyYear: 2 })
    const exam = {
      studentId: eva.personId,
      year: 2027,
      thesisTitle: 'Grafuri',
      thesisDueOn: '2999-01-01',
    }
    await study.create('license-exams/create', exam, study.secretary)
    const user = await open('/student/license-exams', eva)
    expect(await screen.findByText('Grafuri')).toBeVisible()
    expect(screen.getByText(/You can change the title until 1 January 2999/)).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'Change the title' }))
    expect(await screen.findByLabelText(/Thesis title/)).toHaveValue('Grafuri')
    expect(screen.queryByLabelText(/Room/)).toBeNull()
  })
})

describe('certificates', () => {
  test('can be requested by the student and link to their PDF', async () => {
    const user = await open('/student/certificates/create?kind=transcript', dan)
    await user.click(await screen.findByRole('button', { name: 'Issue certificate' }))
    const link = await screen.findByRole('link', { name: /^Download PDF: [0-9A-Z-]{14}$/ })
    expect(link.getAttribute('href')).toMatch(/\/api\/certificates\/[0-9a-f-]{36}\/pdf$/)
    expect(screen.getAllByText('Transcript of records').length).toBeGreaterThan(0)
  })

  test('link to their PDF on each line of the list, except revoked ones', async () => {
    const eva = await study.addStudent()
    const [retained, cancelled] = [
      await study.create('certificates/create', { kind: 'certificate' }, eva),
      await study.create('certificates/create', { kind: 'certificate' }, eva),
    ]
    await study.act(study.secretary, 'certificates', cancelled.id, 'revoke', {
      revokeReason: 'Mistake',
    })
    await open('/student/certificates', eva)
    expect(
      await screen.findByRole('link', { name: `Download PDF: ${retained.code}` }),
    ).toBeInTheDocument()
    expect(screen.queryByRole('link', { name: `Download PDF: ${cancelled.code}` })).toBeNull()
  })
})

describe('a student’s own record', () => {
  test('has a correction request that uses the input and display of each field', async () => {
    const eva = await study.addStudent()
    const user = await open('/student/data-changes/create', eva)
    await user.selectOptions(
      await screen.findByRole('combobox', { name: /Field to correct/ }),
      'Sex',
    )
    expect(screen.getByRole('radio', { name: 'Female' })).toBeVisible()
    await user.selectOptions(
      screen.getByRole('combobox', { name: /Field to correct/ }),
      'Birth date',
    )
    await user.type(screen.getByLabelText('New value'), '15/04/2005')
    await user.type(screen.getByLabelText('Reason'), 'A slip.')
    await user.click(screen.getByRole('button', { name: 'Send request' }))
    expect(await screen.findByText('15/04/2005')).toBeVisible()
    const [{ wanted } = { wanted: '' }] = await study.context.database.query<{ wanted: string }>(
      'select wanted from data_changes where student_id = $1',
      [eva.personId],
    )
    expect(wanted).toBe('2005-04-15')
  })

  test('has contact data that the student can change, and requests for the other values', async () => {
    const eva = await study.addStudent()
    await study.call<WireRecord>(eva, 'POST', '/api/data-changes/create', {
      subject: 'lastName',
      wanted: 'Popescu',
      explanation: 'Married.',
    })
    const user = await open('/student/account', eva)
    expect(await screen.findByRole('heading', { name: 'Your requests' })).toBeVisible()
    expect(await screen.findByText('Popescu')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Request a correction' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Edit contact details' }))
    const city = await screen.findByLabelText(/City/)
    expect(screen.queryByLabelText('Last name')).toBeNull()
    await user.type(city, 'Turda')
    // The notification settings have a separate Save button.
    await user.click(
      within(city.closest('form') as HTMLElement).getByRole('button', { name: 'Save' }),
    )
    expect(await screen.findByText('Turda')).toBeVisible()
  })
})

describe('a student’s account', () => {
  const booked = (entry: object) =>
    study.create(
      'finances/create',
      {
        ...{ kind: 'tuition', bookedOn: '2027-07-01', dueOn: null },
        ...{ studentId: dan.personId, ...entry },
      },
      study.secretary,
    )
  const cell = (row: HTMLElement, at: number) =>
    within(row).getAllByRole('cell')[at]?.textContent?.replace(/\s/g, ' ')

  test('is a ledger with a running balance, on a page that staff find by the student’s name or number', async () => {
    const eva = await study.addStudent()
    const { matriculationNumber, lastName, firstName } = (
      await study.call<WireRecord>(study.secretary, 'GET', `/api/students/${eva.personId}`)
    ).data
    const charge = await booked({
      studentId: eva.personId,
      direction: 'charge',
      amount: 900,
      description: 'Tuition, part 1',
    })
    await booked({ studentId: eva.personId, direction: 'charge', amount: 50, description: 'Resit' })
    await study.act(study.secretary, 'finances', String(charge.id), 'reverse', {
      why: 'Booked twice',
    })
    const user = await open('/secretary/finances', study.secretary)
    await user.type(
      await screen.findByRole('combobox', { name: 'Find a student’s account' }),
      String(matriculationNumber),
    )
    await user.click(await screen.findByRole('option', { name: `${lastName} ${firstName}` }))
    expect(await screen.findByRole('tab', { name: 'Finances', selected: true })).toBeVisible()
    const rows = within(await screen.findByRole('table', { name: 'All entries' }))
      .getAllByRole('row')
      .slice(1)
    const [reversal, resit, tuition] = rows as [HTMLElement, HTMLElement, HTMLElement]
    expect(rows).toHaveLength(3)
    expect(within(reversal).getByText('Reversal of: Charge (Booked twice)')).toBeVisible()
    expect([cell(reversal, 2), cell(reversal, 3)]).toEqual(['900.00 RON', '50.00 RON'])
    expect([cell(resit, 1), cell(resit, 2), cell(resit, 3)]).toEqual([
      '50.00 RON',
      '',
      '950.00 RON',
    ])
    expect(within(tuition).getByText(/^Reversed on /)).toBeVisible()
    expect(screen.getByRole('link', { name: 'New entry' })).toHaveAttribute(
      'href',
      `/secretary/finances/create?studentId=${eva.personId}`,
    )
  })

  test('is shown to the student as staff see it', async () => {
    const eva = await study.addStudent()
    await booked({
      studentId: eva.personId,
      direction: 'charge',
      amount: 70,
      description: 'Matriculation',
    })
    await open('/student/finances', eva)
    const row = within(await screen.findByRole('table', { name: 'All entries' })).getAllByRole(
      'row',
    )[1] as HTMLElement
    expect(within(row).getByRole('link', { name: 'Matriculation' })).toBeVisible()
    expect(cell(row, 3)).toBe('70.00 RON')
  })

  test('names the bank account and reference for a payment, or the office if there is no bank account', async () => {
    const eva = await study.addStudent()
    await booked({
      studentId: eva.personId,
      direction: 'charge',
      amount: 70,
      description: 'Matriculation',
    })
    await open('/student/finances', eva)
    expect(await screen.findByText('Pay at the secretary’s office.')).toBeVisible()
    cleanup()
    await study.context.database.query(
      `update settings set bank_account_holder = 'Universitatea', bank_iban = 'RO49AAAA1B31007593840000'`,
    )
    await open('/student/finances', eva)
    expect(await screen.findByText('RO49 AAAA 1B31 0075 9384 0000')).toBeVisible()
    const [{ number } = { number: '' }] = await study.context.database.query<{ number: string }>(
      'select matriculation_number as number from students where id = $1',
      [eva.personId],
    )
    expect(screen.getByText('Payment reference').nextElementSibling).toHaveTextContent(number)
    await study.context.database.query(
      'update settings set bank_account_holder = null, bank_iban = null',
    )
  })

  test('marks only reversed entries in the list of all entries', async () => {
    await booked({ direction: 'charge', amount: 31, description: 'Stands' })
    const cancelledCharge = await booked({
      direction: 'charge',
      amount: 32,
      description: 'Was wrong',
    })
    await study.act(study.secretary, 'finances', String(cancelledCharge.id), 'reverse', {
      why: 'Booked twice',
    })
    await open('/secretary/finances?sort=-amount&pageSize=100', study.secretary)
    const row = async (name: RegExp) =>
      (await screen.findAllByRole('row', { name })).at(-1) as HTMLElement
    expect(within(await row(/Was wrong/)).getByText('Yes')).toBeVisible()
    expect(within(await row(/Stands/)).queryByText('No')).toBeNull()
  })
})
