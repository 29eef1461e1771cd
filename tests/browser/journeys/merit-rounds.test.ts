/**
 * Two rounds of the demo's admission by merit in Romanian, from the point of view of an
 * administrator, an applicant and a secretary.
 */

import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { demoAccessCode } from '#demo/applicant-emails.ts'
import { worseGroups } from '#resources/calls/ranking.ts'
import { getResource, type ResourceName } from '#resources/index.ts'
import { statusPath } from '#resources/paths.ts'
import {
  expectContrastInOtherTheme,
  expectNoAxeViolations,
  expectNoHorizontalScroll,
  openPage,
  openPageAs,
  takeConsoleErrors,
} from '#tests/support/browser.ts'
import { changeSettings, requestApi, restoreSettingsAfterwards } from '../support/api-calls.ts'

restoreSettingsAfterwards('decisionHoldMinutes')

/** Opens each group of applicants who are worse off, states that its names were read, and releases. */
async function readNamesAndRelease(page: Page) {
  for (const group of worseGroups) {
    const tile = page.locator(`button.release-tile-${group}`)
    if ((await tile.count()) === 0) continue
    await tile.click()
    await page.locator('.ranking-table').waitFor()
  }
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: 'Publicarea rezultatelor' }).click()
}

test('the second round is released, appealed and corrected by staff, and its new results are sent and confirmed', async () => {
  await changeSettings({ decisionHoldMinutes: 0 })
  const admin = await openPageAs('admin', { language: 'ro' })
  const list = async <T = WireRecord>(resource: ResourceName, params: object) =>
    (
      await requestApi<{ list: T[] }>(admin, endpointsOf(getResource(resource)).list, {
        params: params as never,
      })
    ).list
  const [ready] = await list('admission-drafts', { 'filters[state]': 'ready' })
  const round = (await list('admission-rounds', { 'filters[number]': '2' })).find(
    ({ id }) => id === ready?.admissionRoundId,
  )
  const drafts = {
    'filters[admissionRoundId]': String(round?.id),
    sort: '-startedAt',
    pageSize: '1',
  }
  const newest = async () => (await list('admission-drafts', drafts))[0]
  const checkPage = async (page: typeof admin) => {
    await expectNoAxeViolations(page)
    await expectContrastInOtherTheme(page)
  }
  await admin.getByRole('link', { name: /^Admitere/ }).click()
  await admin.getByRole('link', { name: 'Proiecte de rezultate' }).click()
  await admin
    .getByRole('link', { name: /Etapa a II-a/ })
    .first()
    .click()
  const tab = (name: string) => admin.getByRole('tab', { name, exact: true }).click()
  await tab('Schimbări')
  await admin.getByRole('button', { name: 'Cu rezultatele comunicate' }).click()
  await admin.getByText('Comparat cu rezultatele comunicate candidaților').waitFor()
  await checkPage(admin)
  await tab('Publicare')
  await admin.getByText(/Nicio neregulă/).waitFor()
  await checkPage(admin)
  await admin.setViewportSize({ width: 320, height: 640 })
  await expectNoHorizontalScroll(admin)
  await admin.setViewportSize({ width: 1280, height: 800 })
  expect(await admin.getByRole('button', { name: 'Propunere spre publicare' }).count()).toBe(0)
  await admin.locator('button.release-tile').first().click()
  await admin.locator('.ranking-table').waitFor()
  await checkPage(admin)
  await admin.setViewportSize({ width: 320, height: 640 })
  await expectNoHorizontalScroll(admin)
  await admin.setViewportSize({ width: 1280, height: 800 })
  await readNamesAndRelease(admin)
  const state = async () => (await newest())?.state
  await expect.poll(state).toBe('notified')

  const reviewed = await list('registrations', {
    ...{
      'filters[admissionSessionId]': String(round?.admissionSessionId),
      'filters[status]': 'under_review',
      pageSize: '25',
    },
  })
  // Applicants who owe the application fee get no place, regardless of their grades.
  const waiting = reviewed.find(({ applicationFeeDue }) => !applicationFeeDue)
  const applicant = await openPage({ width: 320, language: 'ro' })
  await applicant.goto(`${statusPath}?lng=ro`)
  const open = async () => {
    await applicant
      .getByRole('button', { name: 'Am un număr de înregistrare și un cod de acces' })
      .click()
    await applicant.getByLabel('Număr de înregistrare').fill(String(waiting?.referenceCode))
    await applicant.getByLabel('Cod de acces').fill(demoAccessCode)
    await applicant.getByRole('button', { name: 'Deschidere', exact: true }).click()
  }
  await open()
  await applicant.getByText('Contestați rezultatul').click()
  await applicant
    .getByLabel('Explicați ce este greșit și de ce')
    .fill('Nota de la proba scrisă este 10, nu cea afișată.')
  await checkPage(applicant)
  await expectNoHorizontalScroll(applicant)
  await applicant.getByRole('button', { name: 'Trimiteți contestația' }).click()
  await applicant.getByText(/Ați contestat rezultatele pe/).waitFor()

  const secretary = await openPageAs('secretary', { language: 'ro' })
  await secretary.getByRole('link', { name: /^Admitere/ }).click()
  await secretary.getByRole('link', { name: 'Contestații la admitere' }).click()
  await secretary
    .getByRole('main')
    .getByRole('link')
    .filter({ hasText: String(waiting?.lastName) })
    .first()
    .click()
  await secretary.getByRole('button', { name: 'Corectarea unei note' }).click()
  const dialog = secretary.getByRole('dialog')
  await dialog.getByLabel('Nota corectată').selectOption('examGrade')
  await dialog.getByLabel('Valoarea nouă').fill('10')
  await dialog.getByLabel('Răspuns').fill('Nota a fost corectată: 10.')
  await dialog.getByRole('button', { name: 'Corectarea unei note' }).click()
  await secretary.getByText('Notă corectată').first().waitFor()
  await expectNoAxeViolations(secretary)

  await expect.poll(state).toBe('ready')
  const next = await newest()
  await admin.goto(`/admin/admission-drafts/${next?.id}`)
  await admin.getByText(/Nicio neregulă/).waitFor()
  await readNamesAndRelease(admin)
  await expect.poll(state).toBe('notified')

  await applicant.goto(`${statusPath}?lng=ro`)
  await applicant.reload()
  await open()
  await applicant.getByRole('button', { name: 'Confirmați locul' }).click()
  // A fee-paying place is confirmed with its cost. Which place is won depends on the day.
  const cost = applicant.getByRole('checkbox', { name: /Am înțeles că acest loc costă/ })
  const confirmed = applicant.getByText(/Ați confirmat locul pe/)
  await cost.or(confirmed).first().waitFor()
  if (await cost.isVisible()) {
    await checkPage(applicant)
    await expectNoHorizontalScroll(applicant)
    await cost.check()
    await applicant.getByRole('button', { name: 'Confirm locul' }).click()
  }
  await confirmed.waitFor()
  for (const page of [admin, secretary, applicant])
    expect(takeConsoleErrors(page).filter((line) => !/status of 40[14]/.test(line))).toEqual([])
})
