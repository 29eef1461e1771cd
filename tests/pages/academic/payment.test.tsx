/** Payments at the counter, recorded from the page of a student. */
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StudyApp } from '../../support/study-app.ts'
import type { UserWithRecord } from '../../support/university-app.ts'
import { openConsole, serverSide } from '../support/console-app.tsx'

let study: StudyApp
beforeAll(async () => {
  study = await (await serverSide()).startStudyApp()
})
afterAll(() => study.close())

const charge = (student: UserWithRecord, amount: number, dueOn: string) =>
  study.create(
    'finances/create',
    {
      ...{ studentId: student.personId, direction: 'charge', kind: 'tuition', amount, dueOn },
      ...{ description: `Fee of ${dueOn}`, bookedOn: '2027-06-01' },
    },
    study.secretary,
  )
const series = async (code: string) =>
  (await study.create('receipt-series/create', { code, desk: `Desk ${code}` })).id
/** Opens the page of a student and then, with B, the dialog. */
async function openPayment(student: UserWithRecord) {
  const user = await openConsole(`/secretary/students/${student.personId}`, {
    api: study,
    caller: study.secretary,
  })
  await screen.findByRole('button', { name: 'Record a payment' })
  await user.keyboard('b')
  const amount = await screen.findByRole('textbox', { name: 'Amount' })
  const dialog = screen.getByRole('dialog', { name: /^Payment of / })
  await waitFor(() => expect(amount).toHaveFocus())
  return { user, dialog, amount }
}
const balanceOf = async ({ personId }: UserWithRecord) =>
  (await study.call<WireRecord>(study.secretary, 'GET', `/api/students/${personId}`)).data.balance

test('the first cash payment opens the desk, and a payment of all that is due needs no input', async () => {
  await series('AA')
  const dan = await study.addStudent()
  await charge(dan, 100.5, '2027-06-30')
  await charge(dan, 400, '2027-12-01')
  const first = await openPayment(dan)
  expect(first.amount).toHaveValue('100.5')
  await first.user.click(within(first.dialog).getByRole('button', { name: 'Open the cash desk' }))
  expect(await within(first.dialog).findByText('AA 000001')).toBeVisible()
  await first.user.click(within(first.dialog).getByRole('button', { name: 'Cancel' }))

  const { user, dialog } = await openPayment(dan)
  await user.click(within(dialog).getByRole('button', { name: /^Record 100\.50.RON$/ }))
  expect(await screen.findByText('Recorded. Receipt AA 000001, 100.50 RON.')).toBeVisible()
  expect(await balanceOf(dan)).toBe(400)
  const done = screen.getByRole('button', { name: 'Done' })
  await waitFor(() => expect(done).toHaveFocus())
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a typed amount chooses the charges that are due first, and the rest stays as credit', async () => {
  const eva = await study.addStudent()
  await charge(eva, 100, '2027-06-30')
  await charge(eva, 200, '2027-12-01')
  const { user, dialog, amount } = await openPayment(eva)
  const boxes = within(dialog).getAllByRole('checkbox')
  expect(boxes.map((box) => (box as HTMLInputElement).checked)).toEqual([true, false])
  expect(within(dialog).getByText(/5 days overdue/)).toBeVisible()
  await user.clear(amount)
  await user.type(amount, '150')
  expect(boxes.map((box) => (box as HTMLInputElement).checked)).toEqual([true, true])
  expect(within(dialog).getByText('50.00 RON of 200.00 RON')).toBeVisible()
  await user.clear(amount)
  await user.type(amount, '320')
  expect(within(dialog).getByText('20.00 RON stays as credit.')).toBeVisible()
  await user.type(within(dialog).getByRole('textbox', { name: /^Cash received/ }), '400')
  expect(within(dialog).getByText('80.00 RON')).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: /^Record 320\.00.RON$/ }))
  expect(await screen.findByText(/^Recorded\. Receipt AA \d{6}, 320\.00 RON\.$/)).toBeVisible()
  expect(await balanceOf(eva)).toBe(-20)
})

test('a transfer needs the number of its payment order', async () => {
  const ion = await study.addStudent()
  await charge(ion, 70, '2027-06-30')
  const { user, dialog } = await openPayment(ion)
  await user.keyboard('{Alt>}3{/Alt}')
  expect(within(dialog).getByRole('radio', { name: /^Bank transfer/ })).toBeChecked()
  await user.click(within(dialog).getByRole('button', { name: /^Record 70\.00.RON$/ }))
  const document = within(dialog).getByRole('textbox', { name: /^Payment order/ })
  await waitFor(() => expect(document).toHaveFocus())
  expect(document).toBeInvalid()
  await user.type(document, 'OP 12')
  await user.click(within(dialog).getByRole('button', { name: /^Record 70\.00.RON$/ }))
  expect(
    await screen.findByText(/^Recorded\. Receipt OP 12 · INF-\d+, 70\.00 RON\.$/),
  ).toBeVisible()
  expect(await balanceOf(ion)).toBe(0)
})

test('a charge that was paid in the meantime is refused, and the charges are loaded again', async () => {
  const ana = await study.addStudent()
  const { id } = await charge(ana, 60, '2027-06-30')
  const { user, dialog } = await openPayment(ana)
  await user.click(within(dialog).getByRole('radio', { name: /^Cash/ }))
  await study.call(study.secretary, 'POST', `/api/students/${ana.personId}/payments`, {
    ...{ amount: 60, method: 'cash', charges: [{ id, open: 60 }] },
  })
  await user.click(within(dialog).getByRole('button', { name: /^Record 60\.00.RON$/ }))
  expect(await within(dialog).findByText(/recorded 60 RON in the meantime/)).toBeVisible()
  expect(await within(dialog).findByText('Nothing is owed.')).toBeVisible()
  expect(await balanceOf(ana)).toBe(0)
})

test('students and professors are not offered it', async () => {
  const dan = await study.addStudent()
  await openConsole(`/professor/students/${dan.personId}`, { api: study, caller: study.professor })
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('button', { name: 'Record a payment' })).toBeNull()
})
