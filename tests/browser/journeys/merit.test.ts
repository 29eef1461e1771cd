/**
 * A merit-based admission from the applicant's point of view: ordered choices on a phone, the
 * explained result, and the public list.
 */

import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { expect, test } from 'vitest'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import { getResource, type ResourceName } from '#resources/index.ts'
import { applyPath, resultsPath, statusPath } from '#resources/paths.ts'
import {
  apiCallerAs,
  expectContrastInOtherTheme,
  expectNoAxeViolations,
  expectNoHorizontalScroll,
  openPage,
  takeConsoleErrors,
} from '#tests/support/browser.ts'
import { changeSettings, requestApi, restoreSettingsAfterwards } from '../support/api-calls.ts'
import {
  chooseFiles,
  cnpOfPerson,
  continueForm,
  createPdf,
  fillContact,
  fillIdentity,
  waitForStep,
} from '../support/application-form.ts'

restoreSettingsAfterwards('admissionSessionId', 'decisionHoldMinutes')

const make = async (resource: ResourceName, data: object) =>
  (
    await requestApi(await apiCallerAs('admin'), endpointsOf(getResource(resource)).create, {
      data,
    })
  ).id

/**
 * Opens a new admission session in which three bachelor's programmes give their places by merit.
 */
async function openAdmission(intake: WireIntake) {
  const admissionSessionId = await make('admission-sessions', {
    name: 'Admitere după medie',
    academicYear: '2026-2027',
  })
  await changeSettings({ admissionSessionId, decisionHoldMinutes: 0 })
  const programmes = intake.specializations.filter(({ cycle }) => cycle === 'bachelor').slice(0, 3)
  const rule = {
    admissionSessionId,
    formula: '0.6 * baccalaureateAverage + 0.4 * profileGrade',
    firstTie: 'romanianGrade',
    ties: 'lot',
  }
  for (const [index, { id }] of programmes.entries()) {
    const requirements = index === 0 ? ['motivation', 'filePortfolioUrl'] : []
    await make('admission-programmes', {
      ...rule,
      specializationId: id,
      placesBudget: index === 1 ? 0 : 1,
      placesFee: 1,
      requirements,
    })
  }
  return {
    programmes,
    roundId: await make('admission-rounds', { admissionSessionId, name: 'Etapa I', number: 1 }),
  }
}

test('on a phone, an applicant orders three choices by keyboard, gets a place, and sees the explained result and the public list', async () => {
  const page = await openPage({ width: 320, language: 'ro' })
  const { programmes, roundId } = await openAdmission(
    await requestApi<WireIntake>(page, admissionEndpoints.publicConfig),
  )
  const checkPage = async () => {
    await expectNoAxeViolations(page)
    await expectContrastInOtherTheme(page)
    await expectNoHorizontalScroll(page)
  }
  await page.goto(applyPath)
  await page.locator('.public-main .button-primary').click()
  await fillIdentity(page, cnpOfPerson(6))
  await continueForm(page)
  await waitForStep(page, 'contact')
  await fillContact(page, 'stefania.medie@posta.example')
  await continueForm(page)
  await waitForStep(page, 'programme')
  for (const [index, { id }] of [...programmes].reverse().entries()) {
    if (index > 0) await page.getByRole('button', { name: 'Adăugați o opțiune' }).press('Enter')
    await page.locator(`#choice-${index + 1}-programme`).selectOption(id)
  }
  await page.locator('#choice-3-up').press('Enter')
  await page.keyboard.press('Enter')
  const chosen = () =>
    page
      .locator('select[id$=-programme]')
      .evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value))
  expect(await chosen()).toEqual([programmes[0]?.id, programmes[2]?.id, programmes[1]?.id])
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('choice-1-down')
  await continueForm(page)
  await page.locator('.summary').waitFor()
  await checkPage()
  for (const [name, grade] of [
    ['baccalaureateAverage', '9,45'],
    ['profileGrade', '8,7'],
    ['romanianGrade', '9'],
  ])
    await page.locator(`#${name}`).fill(grade ?? '')
  await page.getByText('Cu notele dumneavoastră: 9,15').first().waitFor()
  await continueForm(page)
  await page
    .locator('.summary')
    .getByRole('link', { name: /Scrisoare de motivație/ })
    .click()
  await page.keyboard.type('Citesc poezie de când mă știu.')
  await checkPage()
  await continueForm(page)
  await waitForStep(page, 'documents')
  await chooseFiles(
    page,
    ['a', 'b', 'c'].map((name) => createPdf(`${name}.pdf`)),
  )
  await page.locator('.document-done').nth(2).waitFor()
  await continueForm(page)
  await page
    .locator('.summary')
    .getByRole('link', { name: /Portofoliu/ })
    .waitFor()
  await checkPage()
  await page
    .locator('input[type=file]:not([capture])')
    .last()
    .setInputFiles(createPdf('portofoliu.pdf'))
  await page.locator('.document-done').nth(3).waitFor()
  await continueForm(page)
  await waitForStep(page, 'check')
  await checkPage()
  await page.locator('#noticeAcknowledged').check()
  await continueForm(page)
  await page.locator('.apply-copy').first().waitFor()
  const [reference = '', code = ''] = await page.locator('.apply-copy strong').allTextContents()

  const admin = await apiCallerAs('admin')
  const { list: found } = await requestApi<{ list: WireRecord[] }>(
    admin,
    endpointsOf(getResource('registrations')).list,
    {
      params: { 'filters[referenceCode]': reference },
    },
  )
  await requestApi(
    admin,
    { method: 'POST', path: `/api/registrations/${found[0]?.id}/actions/checkGrades` },
    { data: {} },
  )
  const draftId = await make('admission-drafts', { admissionRoundId: roundId })
  const draft = endpointsOf(getResource('admission-drafts')).single.path.replace(':id', draftId)
  const state = async () =>
    (await requestApi<WireRecord>(admin, { method: 'GET', path: draft })).state
  await expect.poll(state).toBe('ready')
  expect((await page.request.get(resultsPath(programmes[0]?.code ?? ''))).status()).toBe(404)
  await requestApi(admin, { method: 'POST', path: `${draft}/actions/release` }, { data: {} })
  await expect.poll(state).toBe('notified')

  await page.goto(`${statusPath}?lng=ro`)
  await page.getByRole('button', { name: 'Am un număr de înregistrare și un cod de acces' }).click()
  await page.getByLabel('Număr de înregistrare').fill(reference)
  await page.getByLabel('Cod de acces').fill(code)
  await page.getByRole('button', { name: 'Deschidere', exact: true }).click()
  await page.getByText('Cum s-a stabilit rezultatul').click()
  await page.getByText('Locul a fost obținut la această opțiune.').waitFor()
  await page.getByText('Cum se calculează media').first().click()
  await page.getByRole('row', { name: /0,6 × Media de bacalaureat ?0,6 × 9,45 5,67/ }).waitFor()
  await checkPage()

  await page.goto(`${resultsPath(programmes[0]?.code ?? '')}?lng=ro`)
  await page
    .getByRole('row', { name: `1 ${reference} 9,15` })
    .first()
    .waitFor()
  await checkPage()
  expect(takeConsoleErrors(page).filter((line) => !/status of 40[14]/.test(line))).toEqual([])
})
