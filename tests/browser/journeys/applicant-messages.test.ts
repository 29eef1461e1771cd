/**
 * A document is missing: the applicant sends it with a message from a phone, the office uses it,
 * answers with a template and accepts the application. In Romanian.
 */

import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { Page } from '@matricola/schema/wire/wire.ts'
import { buildPdf } from '@matricola/testing/build-pdf.ts'
import type { Page as BrowserPage } from 'playwright-core'
import { expect, test } from 'vitest'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import type { WireSubmitted } from '#resources/admission/wire.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import * as reviewCalls from '#resources/calls/review.ts'
import { getResource } from '#resources/index.ts'
import { statusPath } from '#resources/paths.ts'
import {
  apiCallerAs,
  expectContrastInOtherTheme,
  expectNoAxeViolations,
  expectNoHorizontalScroll,
  openPage,
  openPageAs,
  takeConsoleErrors,
} from '#tests/support/browser.ts'
import { requestApi } from '../support/api-calls.ts'
import { multipartApplication } from '../support/application.ts'
import { toastWithText } from './shared-actions.ts'

/** Time during which the office can undo a message, in milliseconds. */
const undoMs = 20_000

/** Checks the page in its current state, in both themes. */
async function expectSound(page: BrowserPage) {
  await expectNoAxeViolations(page)
  await expectContrastInOtherTheme(page)
  await expectNoHorizontalScroll(page)
}

/** Opens the application on a phone. */
async function openOnPhone(page: BrowserPage, { reference, accessCode }: WireSubmitted) {
  await page.goto(statusPath)
  await page.getByRole('button', { name: 'Am un număr de înregistrare și un cod de acces' }).click()
  await page.getByLabel('Număr de înregistrare').fill(reference)
  await page.getByLabel('Cod de acces').fill(accessCode)
  await page.getByRole('button', { name: 'Deschidere', exact: true }).click()
  await page.locator('.status-head').getByText(reference).waitFor()
}

async function findApplication(reference: string): Promise<WireRegistration> {
  const { method, path } = endpointsOf(getResource('registrations')).list
  const { list } = await requestApi<Page<WireRegistration>>(await apiCallerAs('secretary'), {
    ...{ method, path: `${path}?filters[referenceCode]=${reference}` },
  })
  const [found] = list
  if (!found) throw new Error(`no application ${reference}`)
  return found
}

test('a missing document arrives with a message, is used, answered with a template, and the application is accepted', async () => {
  const secretary = await apiCallerAs('secretary')
  const phone = await openPage({ language: 'ro', width: 320, height: 740 })
  const intake = await requestApi<WireIntake>(phone, admissionEndpoints.publicConfig)
  const submitted = await requestApi<WireSubmitted>(phone, admissionEndpoints.submit, {
    multipart: multipartApplication(intake, {
      ...{ cnpStart: '607112912995', personalEmail: 'scrisori@posta.example' },
      pdf: buildPdf(),
    }),
    headers: { 'accept-language': 'ro' },
  })
  const { id } = await findApplication(submitted.reference)
  for (const data of [
    { id, status: 'under_review' },
    {
      ...{ id, status: 'update_requested', issue: 'Diploma nu se poate citi' },
      issueExplanation: 'Pe copie nu se văd mediile.',
      requestedChanges: [{ field: 'fileDiploma' }],
    },
  ])
    await requestApi(secretary, reviewCalls.statusUpdate, { data })
  await requestApi(secretary, reviewCalls.releaseDecisions, { data: { ids: [id] } })

  await openOnPhone(phone, submitted)
  await phone.getByText('Mesaje', { exact: true }).click()
  const box = phone.getByLabel('Mesajul dumneavoastră')
  await box.fill('Bună ziua! Am scanat din nou diploma. Se poate citi acum?')
  await phone
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      ...{ name: 'diploma-nouă.pdf', mimeType: 'application/pdf' },
      buffer: buildPdf({ objects: ['(the second scan)'] }),
    })
  await phone.getByText('diploma-nouă.pdf').first().waitFor()
  await expectSound(phone)
  await phone.getByRole('button', { name: 'Trimiteți', exact: true }).click()
  await phone.locator('.conversation-applicant').waitFor()
  expect(await box.inputValue()).toBe('')
  await expectSound(phone)

  const office = await openPageAs('secretary', {
    ...{ language: 'ro', at: '/secretary/registrations?view=unanswered' },
  })
  const row = office.getByRole('row').filter({ hasText: submitted.reference })
  await row.getByRole('link').first().click()
  await office.getByRole('tab', { name: 'Mesaje (1)' }).waitFor()
  await office.getByText('Se poate citi acum?').waitFor()
  await expectSound(office)
  await office.getByRole('button', { name: /^Folosiți ca „Diplom/ }).click()
  await office.getByText('Folosit ca „Diplomă de bacalaureat”').waitFor()
  await office.getByRole('combobox', { name: 'Șablon' }).selectOption('Document primit')
  const answer = office.getByRole('textbox', { name: 'Mesaj către candidat' })
  await expect.poll(() => answer.inputValue()).toContain(`înscrierea ${submitted.reference}`)
  await answer.press('Control+Enter')
  await office.getByRole('tab', { name: 'Mesaje', exact: true }).waitFor()
  const sentAt = Date.now()
  await expectSound(office)
  expect(await requestApi<WireRegistration>(secretary, getRegistration(id))).toMatchObject({
    status: 'in_progress',
    requestedChanges: [{ field: 'fileDiploma', answeredAt: expect.any(String) }],
  })

  await office.keyboard.press('Escape')
  await office.getByRole('button', { name: 'Admitere', exact: true }).click()
  await toastWithText(office, 'Starea').first().waitFor()
  expect(await requestApi<WireRegistration>(secretary, getRegistration(id))).toMatchObject({
    status: 'accepted',
  })
  await requestApi(secretary, reviewCalls.releaseDecisions, { data: { ids: [id] } })

  await phone.waitForTimeout(Math.max(0, undoMs + 1000 - (Date.now() - sentAt)))
  await phone.setViewportSize({ width: 360, height: 740 })
  await openOnPhone(phone, submitted)
  await phone.getByRole('heading', { level: 1 }).filter({ hasText: /admis/i }).waitFor()
  // The section with a new message is open.
  await phone.getByText('Mesaje: 1 nou').waitFor()
  await phone.getByText('Nu mai trebuie să trimiteți nimic.').waitFor()
  await phone.getByText('diploma-nouă.pdf').first().waitFor()
  await expectSound(phone)
  // The status page checks for a session of a user.
  expect(takeConsoleErrors(phone).filter((line) => !/status of 401/.test(line))).toEqual([])
})

const getRegistration = (id: string) =>
  ({ method: 'GET', path: `/api/registrations/${id}` }) as const
