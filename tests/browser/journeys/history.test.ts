import { pagePaths } from '@matricola/schema/paths.ts'
import { endpointsOf, sessionEndpoints } from '@matricola/schema/wire/endpoints.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { getResource } from '#resources/index.ts'
import {
  type ApiCaller,
  apiCallerAs,
  openPage,
  openPageAs,
  origin,
} from '#tests/support/browser.ts'
import { requestApi } from '../support/api-calls.ts'
import { goToPage } from '../support/console-navigation.ts'
import { findStateProblems, type PageStates } from '../support/page-states.ts'

const [courses, registrations] = [getResource('courses'), getResource('registrations')]
const { list, show } = pagePaths(courses, 'admin')
const calls = endpointsOf(courses)
const dialog = (page: Page) => page.getByRole('dialog')
const yesterday = new Date(Date.now() - 36 * 3_600_000).toISOString().slice(0, 10)

let course: WireRecord
const pageOfCourse = () => show.replace(':id', course.id)

/** A course created before today that two users have changed. */
beforeAll(async () => {
  const [admin, secretary] = [await apiCallerAs('admin'), await apiCallerAs('secretary')]
  const past = await requestApi<{ list: WireRecord[] }>(admin, calls.list, {
    params: { pageSize: 1, sort: '-name', asOf: yesterday },
  })
  course = await requestApi<WireRecord>(admin, {
    ...calls.single,
    path: calls.single.path.replace(':id', past.list[0]?.id ?? ''),
  })
  const change = async ({ request }: ApiCaller, values: object) => {
    const { id, version } = course
    const changed = await request.patch('/api/courses/update', {
      data: { id, version, ...values },
      headers: { origin },
    })
    course = (await changed.json()).data
  }
  await change(admin, {
    description: 'Limite, derivate și integrale, cu aplicații.',
    type: 'optional',
  })
  await change(secretary, { description: null, assessment: 'project' })
  await change(admin, { module: 'Discipline complementare' })
})

/**
 * Views of the past. Each stays open while it is inspected. If two consecutive views start on
 * different pages, the console is not reloaded.
 */
const states: PageStates = {
  'the history of a record': async (page) => {
    await goToPage(page, `${pageOfCourse()}?tab=history`)
    await page.getByRole('button', { name: 'Compare' }).first().waitFor()
  },
  'the prompt for an earlier day': async (page) => {
    await goToPage(page, list)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('button', { name: 'As of …' }).click()
    await dialog(page).getByLabel('At the end of the day').waitFor()
  },
  'who changed a value': async (page) => {
    await goToPage(page, pageOfCourse())
    await page.getByText('1 empty field').click()
    await page.getByRole('button', { name: 'See who changed: Description' }).click()
    await dialog(page).getByRole('button', { name: 'Restore' }).first().waitFor()
  },
  'a list of an earlier day': async (page) => {
    await goToPage(page, `${list}?asOf=${yesterday}`)
    await page.locator('.row-link').first().waitFor()
    await page
      .getByRole('main')
      .getByText(/^As of/)
      .waitFor()
  },
  'two versions side by side': async (page) => {
    await goToPage(page, `${pageOfCourse()}?tab=history`)
    await page.getByRole('button', { name: 'Compare' }).last().click()
    await dialog(page).getByText('Later').first().waitFor()
  },
  'restoring a version': async (page) => {
    await goToPage(page, `${pageOfCourse()}?tab=history`)
    await page.getByRole('button', { name: 'Restore' }).last().click()
    await dialog(page).getByRole('checkbox').first().waitFor()
  },
  'a record of an earlier day': async (page) => {
    await goToPage(page, `${pageOfCourse()}?asOf=${yesterday}`)
    await page.getByRole('heading', { level: 1, name: course._title }).waitFor()
    await page
      .getByRole('main')
      .getByText(/^As of/)
      .waitFor()
  },
}

test.each([1280, 320])(
  'the history pages and dialogs have no accessibility issues, light and dark, %i wide',
  async (width) => {
    expect(await findStateProblems(states, width)).toEqual([])
  },
)

test('a value and a version are restored by keyboard, and the focus returns to where it was', async () => {
  const page = await openPageAs('admin', { at: `${pageOfCourse()}?tab=history` })
  const last = page.getByRole('button', { name: 'Compare' }).last()
  await last.focus()
  await page.keyboard.press('Enter')
  await dialog(page)
    .getByRole('row', { name: /^Module/ })
    .waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  expect(await last.evaluate((button) => button === document.activeElement)).toBe(true)

  await page.goto(pageOfCourse())
  await page.getByRole('button', { name: 'See who changed: Module' }).focus()
  await page.keyboard.press('h')
  await dialog(page).getByRole('combobox').selectOption('Description')
  await dialog(page).getByRole('button', { name: 'Restore' }).first().focus()
  await page.keyboard.press('Enter')
  const row = dialog(page).getByRole('row', { name: /^Description/ })
  await row.getByText('Limite, derivate și integrale').waitFor()
  await dialog(page).getByRole('button', { name: 'Restore' }).focus()
  await page.keyboard.press('Enter')
  await dialog(page).waitFor({ state: 'detached' })
  await page.getByRole('definition').filter({ hasText: 'Limite, derivate și integrale' }).waitFor()
})

test('two users with the same application open see each other, and a change by one is announced before the other decides', async () => {
  const [admin, secretary] = [await openPage({}, 'admin'), await openPage({}, 'secretary')]
  const { id: me } = await requestApi<WireRecord>(admin, sessionEndpoints.checkAuth)
  const { list: reviewed } = await requestApi<{ list: WireRecord[] }>(
    admin,
    endpointsOf(registrations).list,
    {
      params: { pageSize: 100, 'filters[status]': 'under_review' },
    },
  )
  // If the reviewer is an administrator, the page names them only once, as the reviewer.
  const id = reviewed.find(({ assignedToId }) => assignedToId !== me)?.id ?? ''
  await secretary.goto(pagePaths(registrations, 'secretary').show.replace(':id', id))
  await admin.goto(pagePaths(registrations, 'admin').show.replace(':id', id))
  await secretary.locator('.record-presence').waitFor()
  const changed = await admin.request.patch('/api/registrations/update', {
    data: { id, city: 'Câmpulung Moldovenesc' },
    headers: { origin },
  })
  expect(changed.status()).toBe(200)
  await secretary.getByRole('button', { name: 'Reload' }).click()
  await secretary.getByText('Câmpulung Moldovenesc').first().waitFor()
  await secretary.getByRole('button', { name: 'Reload' }).waitFor({ state: 'detached' })
})
