import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  expectNoAxeViolations,
  expectNoHorizontalScroll,
  openPageAs,
} from '#tests/support/browser.ts'
import { toastWithText } from './shared-actions.ts'

const idOf = async (page: Page, path: string) =>
  (await (await page.request.get(path)).json()).data.id as string

/** The figure with that name on the secretary's home page, in bani. */
async function revenue(page: Page): Promise<number> {
  await page.goto('/secretary')
  const value = page
    .locator('.figure')
    .filter({ hasText: 'Total revenue' })
    .locator('.figure-value')
  await value.getByText('RON').waitFor()
  return Math.round(Number((await value.innerText()).replace(/[^\d.]/g, '')) * 100)
}

test('a secretary books and reverses a payment; the student sees both immediately, and the total revenue changes accordingly (R-D01, R-E07)', async () => {
  const student = await openPageAs('student')
  const studentId = await idOf(student, '/api/personal-data')
  const secretary = await openPageAs('secretary')
  const before = await revenue(secretary)

  await secretary.goto(`/secretary/students/${studentId}`)
  await secretary.getByRole('tab', { name: 'Finances' }).click()
  await secretary.getByRole('link', { name: 'New entry' }).click()
  await secretary
    .getByRole('radiogroup', { name: 'Direction' })
    .getByText('Payment', { exact: true })
    .click()
  await secretary.getByLabel('Amount', { exact: true }).fill('123,45')
  await secretary.getByLabel('Description', { exact: true }).fill('Plată la casierie')
  await secretary.getByLabel('Recorded on').fill('01.11.2026')
  await secretary
    .getByRole('radiogroup', { name: 'Payment method' })
    .getByText('Cash', { exact: true })
    .click()
  await secretary.getByLabel('Receipt number').fill('J-2026-00001')
  await secretary.getByRole('button', { name: 'Save', exact: true }).click()
  await toastWithText(secretary, 'Entry created successfully.').waitFor()
  const entry = secretary.url()
  expect((await revenue(secretary)) - before).toBe(12_345)

  // The notification arrives without a reload.
  await student.getByRole('button', { name: /^Notifications/ }).click()
  await student.getByRole('link').filter({ hasText: 'Plată la casierie' }).first().click()
  await student.getByRole('heading', { level: 1, name: 'Plată la casierie' }).waitFor()
  await student.goto('/student/finances')
  await student.getByRole('heading', { name: 'Balance' }).waitFor()
  await student.getByRole('row').filter({ hasText: 'Plată la casierie' }).waitFor()
  await expectNoAxeViolations(student)

  await secretary.goto(new URL(entry).pathname)
  await secretary.getByRole('button', { name: 'Reverse', exact: true }).click()
  const dialog = secretary.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Reverse', exact: true }).click()
  await dialog.locator('.field-error').first().waitFor()
  await dialog.getByLabel('Reason for the reversal').fill('Chitanța este a altui student')
  await dialog.getByRole('button', { name: 'Reverse', exact: true }).click()
  await toastWithText(secretary, 'Entry updated successfully.').waitFor()
  expect(await revenue(secretary)).toBe(before)
  await student.reload()
  await student.getByRole('row').filter({ hasText: 'Plată la casierie' }).nth(1).waitFor()
})

test('a payment at the counter takes two keys, B and Enter, once the cash desk is open', async () => {
  const studentId = await idOf(await openPageAs('student'), '/api/personal-data')
  const secretary = await openPageAs('secretary')
  await secretary.goto(`/secretary/students/${studentId}`)
  const { status } = await secretary.evaluate(
    async (body) => {
      const answer = await fetch('/api/finances/create', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return { status: answer.status }
    },
    {
      ...{
        studentId,
        direction: 'charge',
        kind: 'other',
        amount: 12.5,
        description: 'Legitimație',
      },
      ...{ bookedOn: '2026-10-01', dueOn: '2026-10-02' },
    },
  )
  expect(status).toBe(201)
  await secretary.getByRole('button', { name: 'Record a payment' }).waitFor()
  await secretary.keyboard.press('b')
  const dialog = secretary.getByRole('dialog', { name: /^Payment of / })
  await dialog.getByRole('button', { name: 'Open the cash desk' }).click()
  await dialog.getByText('CJ 001483').waitFor()
  await expectNoAxeViolations(secretary)
  await secretary.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await secretary.keyboard.press('b')
  await secretary.locator('input:focus').waitFor()
  await secretary.keyboard.press('Enter')
  await secretary.getByText(/^Recorded\. Receipt CJ 001483, /).waitFor()
  await expectNoAxeViolations(secretary)
})

test('the home pages of students and professors fit a phone and show waiting work (R-N04, R-N05)', async () => {
  for (const role of ['student', 'professor'] as const) {
    const page = await openPageAs(role, { width: 320, theme: 'dark' })
    await page
      .getByRole('heading', { name: role === 'student' ? 'Payments' : 'Grades to enter' })
      .waitFor()
    await expectNoHorizontalScroll(page)
    await expectNoAxeViolations(page)
  }
})
