import { pagePaths } from '@matricola/schema/paths.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { getResource } from '#resources/index.ts'
import { goToPage } from '#tests/browser/support/console-navigation.ts'
import { findStateProblems, type PageStates } from '#tests/browser/support/page-states.ts'
import { takeConsoleErrors } from '#tests/support/browser.ts'

const pageOf = (resource: string, kind: 'list' | 'create' | 'show' | 'edit', id = '') =>
  pagePaths(getResource(resource), 'admin')[kind].replace(':id', id)
const dialog = (page: Page) => page.getByRole('dialog')

const setHeight = (page: Page, height: number) =>
  page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height })

async function firstOf(page: Page, resource: string, query = ''): Promise<WireRecord> {
  const answer = await page.request.get(`/api/${getResource(resource).path}?pageSize=1${query}`)
  return (await answer.json()).data.list[0]
}

/**
 * Overlays and states of record pages, each left open for inspection. The console is reloaded if
 * the previous page would ask about unsaved changes. No two consecutive entries start at the same
 * address.
 */
const states: PageStates = {
  'the options of a reference': async (page) => {
    await goToPage(page, pageOf('students', 'create'))
    await page.getByRole('combobox', { name: 'Specialization' }).click()
    await page.getByRole('option').first().waitFor()
  },
  'the filters of a list': async (page) => {
    await goToPage(page, pageOf('students', 'list'))
    await page.getByRole('button', { name: /^Filter/ }).click()
    await page.locator('.field-search').waitFor()
  },
  'a refused form': async (page) => {
    await goToPage(page, pageOf('specializations', 'create'))
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('alert').first().waitFor()
    // Tall enough for the whole form: a control that the footer partly covers would be reported as
    // too small.
    await setHeight(page, 2400)
  },
  'the actions of a row': async (page) => {
    await setHeight(page, 800)
    await goToPage(page, pageOf('students', 'list'))
    await page
      .getByRole('button', { name: /^More actions for / })
      .first()
      .click()
    await page.getByRole('button', { name: 'Suspend', exact: true }).waitFor()
  },
  'the dialog of an action': async (page) => {
    await goToPage(
      page,
      pageOf('students', 'show', (await firstOf(page, 'students', '&filters[status]=active')).id),
    )
    await page.getByRole('button', { name: /^More actions for / }).click()
    await page.getByRole('button', { name: 'Suspend' }).click()
    await dialog(page).waitFor()
  },
  'the export of a list': async (page) => {
    await goToPage(page, pageOf('students', 'list'))
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('button', { name: 'Export' }).click()
    await dialog(page).waitFor()
  },
  'the confirmation before leaving a form': async (page) => {
    await goToPage(page, pageOf('departments', 'create'))
    await page.getByLabel('Name', { exact: true }).fill('Unsaved')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await dialog(page).waitFor()
  },
  'the palette with results': async (page) => {
    await goToPage(page, pageOf('students', 'list'))
    await page.locator('[data-row], .card').first().waitFor()
    await page.keyboard.press('Control+k')
    await dialog(page).getByRole('combobox').fill('pop')
    await dialog(page).getByRole('option').first().waitFor()
  },
  'a computed total that differs from its field': async (page) => {
    await goToPage(
      page,
      pageOf('specializations', 'edit', (await firstOf(page, 'specializations')).id),
    )
    await page.getByLabel('Total credits').fill('7')
    await page.getByText('but the field says 7').waitFor()
  },
  'the keyboard shortcuts of a page': async (page) => {
    await page.goto(pageOf('students', 'list'))
    await page.locator('[data-row], .card').first().waitFor()
    await page.keyboard.press('?')
    await dialog(page).waitFor()
  },
  'two versions of a record': async (page) => {
    const { id, version, name } = await firstOf(page, 'courses')
    await goToPage(page, pageOf('courses', 'edit', id))
    await page.getByLabel('Name', { exact: true }).fill(`${name} A`)
    const origin = new URL(page.url()).origin
    await page.request.patch('/api/courses/update', {
      data: { id, version, name: `${name} B` },
      headers: { origin },
    })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('radio').first().waitFor()
    // The browser eventually logs the form's rejected call as an error.
    await expect.poll(() => takeConsoleErrors(page).length).toBe(1)
  },
  'the notifications': async (page) => {
    await page.goto(pageOf('students', 'list'))
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await page.getByRole('group', { name: 'Notifications' }).waitFor()
  },
  'a message': async (page) => {
    const { id, office } = await firstOf(page, 'departments')
    await goToPage(page, pageOf('departments', 'edit', id))
    await page.getByLabel('Office', { exact: false }).first().fill(`${office} B`)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('.toast').first().waitFor()
    await page.locator('.toast').first().hover()
  },
}

/** Ends a state by closing overlays that would stay open on the next page. */
async function leave(page: Page): Promise<void> {
  const leaveButton = page.getByRole('button', { name: 'Leave without saving' })
  await ((await leaveButton.count()) > 0 ? leaveButton.click() : page.keyboard.press('Escape'))
}

test.each([1280, 320])(
  'open overlays and page states have no accessibility issues in light and dark themes, at a width of %i pixels',
  async (width) => {
    expect(await findStateProblems(states, width, leave)).toEqual([])
  },
)
