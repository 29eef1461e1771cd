import { setTimeout as pause } from 'node:timers/promises'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { WireImport, WireJob } from '@matricola/schema/wire/jobs.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { getResource } from '#resources/index.ts'
import {
  type ApiCaller,
  expectNoAxeViolations,
  expectNoHorizontalScroll,
  openPageAs,
} from '#tests/support/browser.ts'
import { requestApi } from '../support/api-calls.ts'
import { toastWithText } from './shared-actions.ts'

const courses = getResource('courses')
const registrations = endpointsOf(getResource('registrations'))

/** Sorts after all other courses, so that it does not affect journeys that start with the first. */
const courseName = 'Zoology elective'

/** Imports this many courses of the first semester from a file. */
async function seedCourses(admin: ApiCaller, count: number): Promise<void> {
  const rows = Array.from(
    { length: count },
    (_, i) => `${courseName} ${String(i + 1).padStart(4, '0')};ZOO-${i + 1};INF-RO;1;1;5`,
  )
  const buffer = Buffer.from(
    ['name;code;specializationId;year;semester;credits', ...rows].join('\r\n'),
  )
  const multipart = { file: { name: 'courses.csv', mimeType: 'text/csv', buffer } }
  const sent = await requestApi<WireImport>(admin, endpointsOf(courses).imports, { multipart })
  const { id } = sent.job
  const until = async (state: WireJob['state']) => {
    for (;;) {
      const job = await requestApi<WireJob>(admin, { method: 'GET', path: `/api/jobs/${id}` })
      if (job.state === state) return job
      if (job.state === 'failed')
        throw new Error(`the courses were not imported: ${JSON.stringify(job)}`)
      await pause(200)
    }
  }
  await requestApi(
    admin,
    { method: 'PATCH', path: `/api/imports/${id}` },
    { data: { check: true } },
  )
  expect((await until('ready')).counts).toEqual({ ready: count })
  await requestApi(
    admin,
    { method: 'POST', path: `/api/jobs/${id}/start` },
    { data: { expected: count } },
  )
  await until('done')
}

/** Counts the planted courses in each semester. */
async function semesters(admin: ApiCaller): Promise<number[]> {
  const countIn = async (semester: number) => {
    const query = `filters[name]=${encodeURIComponent(courseName)}&filters[semester]=${semester}&pageSize=5`
    const { totalCount } = await requestApi<{ totalCount: number }>(admin, {
      method: 'GET',
      path: `${endpointsOf(courses).list.path}?${query}`,
    })
    return totalCount
  }
  return [await countIn(1), await countIn(2)]
}

/** Presses Tab until a control with this name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let steps = 0; steps < 80; steps++) {
    const label = await page.evaluate(() => {
      const element = document.activeElement
      const labels =
        element instanceof HTMLInputElement || element instanceof HTMLSelectElement
          ? [...(element.labels ?? [])]
          : []
      return (
        element?.getAttribute('aria-label') ?? labels[0]?.textContent ?? element?.textContent ?? ''
      )
    })
    if (name.test(label.trim())) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the Tab key never reached ${name}`)
}

test('by keyboard alone, 1,200 courses are moved to another semester and restored', async () => {
  const page = await openPageAs('admin')
  await seedCourses(page, 1201)
  expect(await semesters(page)).toEqual([1201, 0])
  await page.goto(
    `/admin/courses?pageNumber=1&pageSize=10&filters%5Bname%5D=${encodeURIComponent(courseName)}`,
  )
  await page.getByText('1,201 courses', { exact: true }).waitFor()

  // Selects all matches except one row.
  await page.keyboard.press('j')
  await page.keyboard.press('Control+a')
  const bar = page.getByRole('region', { name: 'Selection' })
  await bar.getByText('10 selected').waitFor()
  await bar.getByRole('button', { name: 'Select all 1,201 matching rows' }).focus()
  await page.keyboard.press('Enter')
  await bar.getByText('All 1,201 are selected').waitFor()
  await page.locator('.row-link').first().focus()
  await page.keyboard.press('x')
  await bar.getByText('All 1,201 are selected except 1').waitFor()
  await expectNoAxeViolations(page)

  // Edits a field, previews the change and types the number to confirm.
  await bar.getByRole('button', { name: 'Edit fields' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Which field do you want to change?').waitFor()
  await tabTo(page, /^Which field do you want to change\?$/)
  await page.keyboard.type('Semester')
  await page.keyboard.press('Enter')
  await page.getByLabel('Semester: action').waitFor()
  await tabTo(page, /^Semester: new value$/)
  await page.keyboard.type('2')
  await expectNoAxeViolations(page)
  await page.keyboard.press('Enter')
  const formattedCount = '1,200'
  const preview = page.getByRole('dialog', { name: 'Edit fields: Courses' })
  await preview.getByText(`${formattedCount} will change`).first().waitFor()
  await preview.getByRole('rowheader').first().waitFor()
  await expectNoAxeViolations(page)
  await tabTo(page, new RegExp(`^Type ${formattedCount} to continue$`))
  await page.keyboard.type('1001')
  await page.keyboard.press('Enter')
  await preview.getByText(`That number does not match. Type ${formattedCount}.`).waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(formattedCount)
  await page.keyboard.press('Enter')
  const done = toastWithText(page, `${formattedCount} changed`)
  await done.waitFor()
  expect(await semesters(page)).toEqual([1, 1200])
  await bar.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    'Select all on this page',
  )

  // Undoes the change with the button in the toast.
  await done.getByRole('button', { name: 'Undo' }).focus()
  await page.keyboard.press('Enter')
  const undo = page.getByRole('dialog', { name: 'Undo: Courses' })
  await undo.getByText(`${formattedCount} will be restored`).first().waitFor()
  await tabTo(page, new RegExp(`^Undo ${formattedCount}$`))
  await page.keyboard.press('Enter')
  await toastWithText(page, `${formattedCount} restored`).waitFor()
  expect(await semesters(page)).toEqual([1201, 0])

  // The jobs list shows the change with each of its rows.
  await page.goto('/admin/jobs')
  await page.getByRole('link', { name: 'Edit fields: Courses' }).first().click()
  await page.getByRole('button', { name: `${formattedCount} changed` }).waitFor()
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoAxeViolations(page)
    await expectNoHorizontalScroll(page)
  }
})

test('twenty applications are accepted with three key presses, and the decision is undone during the hold', async () => {
  const page = await openPageAs('secretary')
  await page.goto(
    '/secretary/registrations?pageNumber=1&pageSize=25&filters%5Bstatus%5D=under_review',
  )
  await page.getByRole('rowheader').nth(19).waitFor()
  const links = await page.locator('[data-row]').all()
  const ids = await Promise.all(links.slice(0, 20).map((link) => link.getAttribute('data-row')))
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
  await toastWithText(page, `${count} changed`).waitFor()
  const statuses = () =>
    Promise.all(
      ids.map(
        async (id) =>
          (
            await requestApi<WireRecord>(page, {
              method: 'GET',
              path: registrations.single.path.replace(':id', id ?? ''),
            })
          ).status,
      ),
    )
  expect((await statuses()).filter((status) => status === 'accepted').length).toBe(count)
  await toastWithText(page, `${count} changed`)
    .getByRole('button', { name: /Undo|Details/ })
    .focus()
  await page.keyboard.press('Enter')
  const details = page.getByRole('dialog')
  if (count < 20) await details.getByRole('button', { name: 'Undo' }).press('Enter')
  await toastWithText(page, `${count} restored`).waitFor()
  expect(new Set(await statuses())).toEqual(new Set(['under_review']))
})
