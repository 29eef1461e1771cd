import '@testing-library/jest-dom/vitest'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { failureResponse, handle, recordRequests } from '@matricola/testing/pages/network.ts'
import { screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { toCertificateCode } from '#resources/academic/certificate.ts'
import { certificateEndpoints } from '#resources/academic/certificate-endpoints.ts'
import { languages } from '#resources/languages.ts'
import type { StudyApp } from '#tests/support/study-app.ts'
import { openPublicPage } from '../support/public-page.tsx'
import { connectCaller, serverSide, unmountPages } from '../support/server.ts'

let study: StudyApp
/**
 * Codes of a valid and a revoked certificate of enrolment, and a code that belongs to no document.
 */
const codes = { valid: '', revoked: '', none: toCertificateCode('7KQF3MZD4XB') }
beforeAll(async () => {
  study = await (await serverSide()).startStudyApp()
  const { data: years } = await study.call<Page<WireRecord>>(
    study.admin,
    'GET',
    '/api/academic-years',
  )
  await study.updateSettings({ academicYearId: years.list[0]?.id })
  const dan = await study.addStudent()
  const issue = async () =>
    (await study.call<WireRecord>(dan, 'POST', '/api/certificates/create', { kind: 'certificate' }))
      .data
  codes.valid = String((await issue()).code)
  const revoked = await issue()
  codes.revoked = String(revoked.code)
  await study.act(study.secretary, 'certificates', revoked.id, 'revoke', {
    revokeReason: 'Issued by mistake.',
  })
})
beforeEach(() => connectCaller(study, null))
afterEach(unmountPages)
afterAll(() => study.close())

test('a visitor who types a code sees that the certificate is valid, with its type and date and the holder’s initials', async () => {
  const { requests } = recordRequests(certificateEndpoints.verify)
  const { user } = await openPublicPage('/verify')
  await user.type(screen.getByLabelText('Verification code'), codes.valid.toLowerCase())
  await user.click(screen.getByRole('button', { name: 'Check the code' }))
  expect(await screen.findByRole('heading', { name: 'This document is valid.' })).toBeVisible()
  for (const part of ['I. D.', 'Certificate of enrolment', '5 July 2027'])
    expect(screen.getByText(part)).toBeVisible()
  expect(requests).toHaveLength(1)
})

test('the URL in the QR code shows the result immediately', async () => {
  const { requests } = recordRequests(certificateEndpoints.verify)
  await openPublicPage(`/verify/${codes.revoked}`)
  expect(await screen.findByRole('heading', { name: 'This document was revoked.' })).toBeVisible()
  expect(screen.getByLabelText('Verification code')).toHaveValue(codes.revoked)
  expect(requests).toHaveLength(1)
})

test('a malformed code is reported as unknown without a request', async () => {
  const { requests } = recordRequests(certificateEndpoints.verify)
  const { user } = await openPublicPage('/verify')
  await user.type(screen.getByLabelText('Verification code'), 'nothing')
  await user.click(screen.getByRole('button', { name: 'Check the code' }))
  expect(
    await screen.findByRole('heading', { name: 'The university has no document with this code.' }),
  ).toBeVisible()
  expect(requests).toHaveLength(0)
})

test('an empty code is reported next to the field, and a failed call is reported above the form', async () => {
  handle(certificateEndpoints.verify, () =>
    failureResponse(429, 'requests.tooMany', 'Too many attempts.'),
  )
  const { user } = await openPublicPage('/verify')
  await user.click(screen.getByRole('button', { name: 'Check the code' }))
  await waitFor(() =>
    expect(screen.getByLabelText('Verification code')).toHaveAttribute('aria-invalid', 'true'),
  )
  await user.type(screen.getByLabelText('Verification code'), codes.none)
  await user.click(screen.getByRole('button', { name: 'Check the code' }))
  expect(await screen.findByText('Too many attempts.')).toBeVisible()
})

test.each(languages)('the footer links to the verification page in %s', async (language) => {
  await openPublicPage('/nowhere', language)
  expect(document.querySelector('footer a[href="/verify"]')).toBeVisible()
})
