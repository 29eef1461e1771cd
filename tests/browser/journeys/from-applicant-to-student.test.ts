import { endpointsOf, fillPath } from '@matricola/schema/wire/endpoints.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { buildPdf } from '@matricola/testing/build-pdf.ts'
import { expect, test } from 'vitest'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import { standardDocuments } from '#resources/admission/fixed-items.ts'
import type { WireSubmitted } from '#resources/admission/wire.ts'
import type { WireEnrolment } from '#resources/admission/wire-enrolment.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import * as peopleCalls from '#resources/calls/personal-data.ts'
import * as reviewCalls from '#resources/calls/review.ts'
import { getResource } from '#resources/index.ts'
import {
  apiCallerAs,
  expectSignInPage,
  openPage,
  takeConsoleErrors,
} from '#tests/support/browser.ts'
import { changeSettings, requestApi, restoreSettingsAfterwards } from '../support/api-calls.ts'
import { firstOpenProgramme } from '../support/application.ts'
import { getMailedLink } from './shared-actions.ts'

const address = 'sorina.vâlcan@posta.example'.normalize('NFD').replace(/\p{M}/gu, '')
const password = 'o mie de castani în Baia Mare'
const pdf = buildPdf()

restoreSettingsAfterwards('decisionHoldMinutes')

test('an applicant is reviewed, notified and enrolled, then opens their student record through the link in an email (R-T10, R-E01, R-C08)', async () => {
  const applicant = await openPage()
  const programme = firstOpenProgramme(
    await requestApi<WireIntake>(applicant, admissionEndpoints.publicConfig),
  )
  const { reference } = await requestApi<WireSubmitted>(applicant, admissionEndpoints.submit, {
    multipart: {
      lastName: 'Vâlcan',
      firstName: 'Sorina',
      cnp: '6060930529927',
      birthDate: '2006-09-30',
      sex: 'F',
      serialNumber: 'MM 482913',
      country: 'RO',
      city: 'Baia Mare',
      address: 'Str. Castanilor nr. 12',
      postalCode: '430001',
      phone: '0740 123 456',
      personalEmail: address,
      language: 'en',
      departmentProfileId: programme?.departmentProfileId ?? '',
      specializationId: programme?.id ?? '',
      ...Object.fromEntries(
        standardDocuments.map((name) => [
          name,
          { name: `${name}.pdf`, mimeType: 'application/pdf', buffer: pdf },
        ]),
      ),
    },
  })

  await changeSettings({ decisionHoldMinutes: 0 })
  const secretary = await apiCallerAs('secretary')
  const { list } = endpointsOf(getResource('registrations'))
  const found = await requestApi<{ list: WireRecord[] }>(secretary, list, {
    params: { 'filters[referenceCode]': reference },
  })
  const id = found.list[0]?.id ?? ''
  const step = (status: string) =>
    requestApi<WireRecord>(secretary, reviewCalls.statusUpdate, { data: { id, status } })
  await step('under_review')
  expect(await step('accepted')).toMatchObject({
    status: 'accepted',
    fileCVUrl: expect.stringMatching(/^\/api\/files\//),
  })
  const enrolment = await requestApi<WireEnrolment>(secretary, reviewCalls.enrolApplicants, {
    data: { registrationIds: [id] },
  })
  expect(enrolment).toMatchObject({ enrolled: 1, refused: 0 })

  const student = await openPage()
  await student.goto(await getMailedLink(address, /You are enrolled/))
  await student.getByRole('textbox', { name: 'New password' }).fill(password)
  await student.getByRole('button', { name: 'Save password' }).click()
  await expectSignInPage(student)
  await student.getByLabel('Username or email').fill(address)
  await student.getByRole('textbox', { name: 'Password' }).fill(password)
  await student.getByRole('button', { name: 'Sign in', exact: true }).click()
  await student.waitForURL('**/student')
  await student.goto('/student/account')
  await student.getByText('Vâlcan').first().waitFor()
  const personalData = await requestApi<{ kind: string; lastName: string; cnp: string }>(
    student,
    peopleCalls.personalData,
  )
  expect(personalData).toMatchObject({ kind: 'student', lastName: 'Vâlcan', cnp: '••••••••••927' })
  const foreign = await student.request.get(
    fillPath(endpointsOf(getResource('registrations')).single.path, { id }),
  )
  expect(foreign.status()).toBe(403)
  takeConsoleErrors(student)
})
