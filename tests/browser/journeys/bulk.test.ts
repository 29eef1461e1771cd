import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { endpointsOf } from '#model/endpoints.ts'
import type { WireRecord } from '#model/wire.ts'
import { resourceNamed } from '#resources/index.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll, openAs } from '#tests/support/browser.ts'
import { toast } from './steps.ts'

const students = resourceNamed('students')
const registrations = resourceNamed('registrations')

async function data<T>(answer: { json(): Promise<{ data: T }> }): Promise<T> {
  return (await answer.json()).data
}

/** The groups of the first students, in the order of their names. */
async function groups(page: Page): Promise<unknown[]> {
  const { list } = await data<{ list: WireRecord[] }>(await page.request.get(`${endpointsOf(students).list.path}?pageSize=100`))
  return list.map(({ groupName }) => groupName)
}

/** Goes on with Tab until the focus is on a control with this name. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let steps = 0; steps < 80; steps++) {
    const label = await page.evaluate(() => {
      const element = document.activeElement
      const labels = element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? [...(element.labels ?? [])] : []
      return element?.getAttribute('aria-label') ?? labels[0]?.textContent ?? element?.textContent ?? ''
    })
    if (name.test(label.trim())) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never comes to ${name}`)
}

test('by keyboard alone, all students but one come into another group and go back into their own', { timeout: 240_000 }, async () => {
  const page = await openAs('admin')
  const before = await groups(page)
  await page.goto('/admin/students?pageNumber=1&pageSize=10')
  const counted = await page.getByText(/^[\d,]+ students$/).textContent()
  const all = Number(counted?.replace(/\D/g, ''))
  expect(all).toBeGreaterThan(1001)
  const number = (value: number) => new Intl.NumberFormat('en').format(value)

  // Everything that matches but one row.
  await page.keyboard.press('j')
  await page.keyboard.press('Control+a')
  const bar = page.getByRole('region', { name: 'Selection' })
  await bar.getByText('10 selected').waitFor()
  await bar.getByRole('button', { name: `Select all ${number(all)} matching` }).focus()
  await page.keyboard.press('Enter')
  await bar.getByText(`All ${number(all)} are selected`).waitFor()
  await page.locator('.row-link').first().focus()
  await page.keyboard.press('x')
  await bar.getByText(`All ${number(all)} are selected, 1 left out`).waitFor()
  await expectNoAxeViolations(page)

  // Edit, preview, typed number.
  await bar.getByRole('button', { name: 'Edit fields' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Which field is to change?').waitFor()
  await tabTo(page, /^Which field is to change\?$/)
  await page.keyboard.type('Group')
  await page.getByLabel('Group: what happens').waitFor()
  await tabTo(page, /^Group: new value$/)
  await page.keyboard.type('Z-99')
  await expectNoAxeViolations(page)
  await page.keyboard.press('Enter')
  const some = number(all - 1)
  const preview = page.getByRole('dialog', { name: 'Edit fields: Students' })
  await preview.getByText(`${some} will change`).first().waitFor({ timeout: 90_000 })
  await preview.getByRole('listitem').first().waitFor()
  await expectNoAxeViolations(page)
  await tabTo(page, new RegExp(`^Type ${some} to go on$`))
  await page.keyboard.type('1001')
  await page.keyboard.press('Enter')
  await preview.getByText(`This is another number. Type ${some}.`).waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(some)
  await page.keyboard.press('Enter')
  const done = toast(page, `${some} changed`)
  await done.waitFor({ timeout: 90_000 })
  expect(await groups(page)).toEqual([before[0], ...before.slice(1).map(() => 'Z-99')])
  await bar.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Select all on this page')

  // And back, as the toast offers.
  await done.getByRole('button', { name: 'Undo' }).focus()
  await page.keyboard.press('Enter')
  const undo = page.getByRole('dialog', { name: 'Undo: Students' })
  await undo.getByText(`${some} will go back`).first().waitFor({ timeout: 90_000 })
  await tabTo(page, new RegExp(`^Undo ${some}$`))
  await page.keyboard.press('Enter')
  await toast(page, `${some} went back`).waitFor({ timeout: 90_000 })
  expect(await groups(page)).toEqual(before)

  // What was done stands among the jobs, with each row.
  await page.goto('/admin/jobs')
  await page.getByRole('link', { name: 'Edit fields: Students' }).first().click()
  await page.getByRole('button', { name: `${some} changed` }).waitFor()
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoAxeViolations(page)
    await expectNoSidewaysScroll(page)
  }
})

test('twenty applications are accepted by three keys and taken back within the hold', { timeout: 60_000 }, async () => {
  const page = await openAs('secretary')
  await page.goto('/secretary/registrations?pageNumber=1&pageSize=25&filters%5Bstatus%5D=under_review')
  await page.getByRole('rowheader').nth(19).waitFor()
  const names = await page.getByRole('rowheader').locator('.row-link').allTextContents()
  const first = page.locator('[data-select]').first()
  await first.focus()
  await page.keyboard.press('x')
  await page.locator('[data-select]').nth(19).focus()
  await page.keyboard.press('Shift+X')
  const bar = page.getByRole('region', { name: 'Selection' })
  await bar.getByText('20 selected').waitFor()
  await bar.getByRole('button', { name: 'Accept', exact: true }).focus()
  await page.keyboard.press('Enter')
  await bar.getByText(/\d+ will change/).waitFor()
  const button = bar.getByRole('button', { name: /^Accept \d+$/ })
  await button.waitFor()
  const count = Number((await button.textContent())?.replace(/\D/g, ''))
  expect(count).toBeGreaterThan(0)
  await page.keyboard.press('Enter')
  await toast(page, `${count} changed`).waitFor()
  const statusOf = async (name: string) => {
    const query = `search=${encodeURIComponent(name)}&pageSize=5`
    const { list } = await data<{ list: WireRecord[] }>(await page.request.get(`${endpointsOf(registrations).list.path}?${query}`))
    return list.find((record) => record._title === name)?.status
  }
  const accepted = await Promise.all(names.slice(0, 20).map(statusOf))
  expect(accepted.filter((status) => status === 'accepted').length).toBe(count)
  await toast(page, `${count} changed`)
    .getByRole('button', { name: /Undo|Details/ })
    .focus()
  await page.keyboard.press('Enter')
  const details = page.getByRole('dialog')
  if (count < 20) await details.getByRole('button', { name: 'Undo' }).press('Enter')
  await toast(page, `${count} went back`).waitFor()
  expect(new Set(await Promise.all(names.slice(0, 20).map(statusOf)))).toEqual(new Set(['under_review']))
})
