import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openAs } from '#tests/support/browser.ts'
import { chooseReference, toast } from './steps.ts'

/** Opens the form for a new record from its list. */
async function begin(page: Page, menuEntry: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: menuEntry, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: menuEntry }).waitFor()
  await page.getByRole('link', { name: 'New' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

test('a secretary adds a department, a specialization of it and a course of that, and changes all three (R-L06, R-K01, R-C04)', async () => {
  const page = await openAs('secretary')

  await begin(page, 'Departments')
  await page.getByLabel('Name', { exact: true }).fill('Științe politice')
  await page.getByLabel('Phone number').fill('0264 001 234')
  await save(page)
  await toast(page, 'Department created successfully..').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Științe politice' }).waitFor()
  await page.getByRole('link', { name: 'Edit' }).click()
  await page
    .getByLabel('Office', { exact: true })
    .or(page.getByLabel('Office (optional)', { exact: true }))
    .fill('K 101')
  await save(page)
  await toast(page, 'Department update successfully..').waitFor()

  await begin(page, 'Specializations')
  await page.getByLabel('Name', { exact: true }).fill('Relații internaționale')
  await page.getByLabel('Code').fill('RIN')
  await chooseReference(page, 'Department', 'Științe politice')
  await page.getByLabel('Years of study').fill('3')
  await page.getByLabel('Total credits (ECTS)').fill('180')
  await save(page)
  await toast(page, 'Specialization created successfully..').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Relații internaționale' }).waitFor()
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('State-funded places (optional)', { exact: true }).fill('20')
  await save(page)
  await toast(page, 'Specialization update successfully..').waitFor()

  await begin(page, 'Courses')
  await page.getByLabel('Name', { exact: true }).fill('Introducere în diplomație')
  await page.getByLabel('Code').fill('RIN-111')
  await chooseReference(page, 'Specialization', 'Relații internaționale')
  await page.getByLabel('Year of study').fill('1')
  await page.getByLabel('Semester', { exact: true }).fill('1')
  await page.getByLabel('Credits (ECTS)').fill('6')
  await save(page)
  await toast(page, 'Course created successfully..').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Introducere în diplomație' }).waitFor()
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Credits (ECTS)', { exact: true }).fill('7')
  await save(page)
  await toast(page, 'Course updated successfully..').waitFor()
})

test('a refused form says what needs mending beside the field and above the form, and keeps what was typed', async () => {
  const page = await openAs('admin', { at: '/admin/specializations/create' })
  await page.getByLabel('Name', { exact: true }).fill('Filosofie')
  await page.getByLabel('Code').fill('FIL')
  await page.getByLabel('Years of study').fill('3')
  await page.getByLabel('Total credits (ECTS)').fill('170')
  await save(page)
  const summary = page.getByRole('alert').filter({ hasText: 'Department' })
  await summary.waitFor()
  await chooseReference(page, 'Department', 'Litere')
  await save(page)
  await page.getByText('Total credits must equal years of study × credits per year.').first().waitFor()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Filosofie')
  await page.getByLabel('Total credits (ECTS)').fill('180')
  await save(page)
  await toast(page, 'Specialization created successfully..').waitFor()
})

test('a student with diacritics in the name is found without them, and opened (R-L07)', async () => {
  const page = await openAs('secretary', { at: '/secretary/students' })
  await page.getByRole('searchbox', { name: /^Search in/ }).fill('stefanescu')
  await page
    .getByRole('rowheader', { name: /Ștefănescu/ })
    .first()
    .waitFor()
  for (const name of await page.getByRole('rowheader').allTextContents()) expect(name).toContain('tefănescu')
  await page.getByRole('rowheader').getByRole('link').first().click()
  await page.getByRole('heading', { level: 1, name: /Ștefănescu/ }).waitFor()
  await page
    .getByText(/^•+\d{3}$/)
    .first()
    .waitFor()
})

test('a list with nothing in it says so in the words of the specification (R-L08)', async () => {
  const page = await openAs('admin', { at: '/admin/professors?search=nobody-is-called-so' })
  await page.getByText('No items found').first().waitFor()
})

test('a list opens on page 1 with as many rows as the university says, and page and size stand in its address (R-L02)', async () => {
  const page = await openAs('admin', { at: '/admin/students' })
  await page.getByRole('rowheader').nth(24).waitFor()
  expect(await page.getByRole('rowheader').count()).toBe(25)
  expect(new URL(page.url()).search).toBe('?pageNumber=1&pageSize=25')
  const first = await page.getByRole('rowheader').first().textContent()
  await page
    .getByRole('button', { name: 'Next' })
    .or(page.getByRole('link', { name: 'Next' }))
    .first()
    .click()
  await page.waitForURL('**pageNumber=2**')
  await page
    .getByRole('rowheader')
    .filter({ hasText: first ?? '' })
    .waitFor({ state: 'detached' })
})

test('two people at the same list see who has what open, and each other’s changes in place; what is new is counted and waits', async () => {
  const [admin, secretary] = [await openAs('admin'), await openAs('secretary', { at: '/secretary/courses' })]
  await secretary.getByRole('rowheader').nth(4).waitFor()
  const rows = () => secretary.getByRole('rowheader').allTextContents()
  const before = await rows()
  const link = secretary.getByRole('rowheader').nth(1).getByRole('link')
  const [name, id] = [await link.textContent(), await link.getAttribute('data-row')]

  await admin.goto(`/admin/courses/${id}/edit`)
  await secretary.locator('.person-mark').first().waitFor()
  await admin.getByLabel('Name', { exact: true }).fill(`${name} avansat`)
  await save(admin)
  await toast(admin, 'Course updated successfully..').waitFor()
  await secretary.getByRole('link', { name: `${name} avansat`, exact: true }).waitFor()
  expect((await rows()).map((text) => text.slice(0, 5))).toEqual(before.map((text) => text.slice(0, 5)))

  const known = await (await admin.request.get('/api/courses?pageSize=1')).json()
  const { specializationId } = known.data.list[0]
  const made = await admin.request.post('/api/courses/create', {
    data: { name: 'Aaa: introducere', code: 'AAA-1', specializationId, year: 1, semester: 1, credits: 5 },
  })
  expect(made.status()).toBe(201)
  const news = secretary.getByRole('button', { name: '1 new matches this view' })
  await news.waitFor()
  expect(await rows()).toHaveLength(before.length)
  await news.click()
  await news.waitFor({ state: 'detached' })
})
