import '@testing-library/jest-dom/vitest'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { certificateCodeOf } from '#model/academic/certificate.ts'
import { admissionEndpoints, certificateEndpoints } from '#model/endpoints.ts'
import { languages } from '#model/vocabulary.ts'
import { failure, on, success, university } from '../support/network.ts'
import { openPublicPage } from '../support/public-page.tsx'

const code = certificateCodeOf('7KQF3MZD4XB')
const valid = { state: 'valid', code, initials: 'I. D.', kind: 'certificate', language: 'ro', issuedAt: '2027-07-05T09:00:00.000Z' }
beforeEach(() => on(admissionEndpoints.publicConfig, () => success(university)))

test('somebody types a code and is told that the paper is valid, with initials, kind and date', async () => {
  const { seen } = on(certificateEndpoints.verify, () => success(valid))
  const { hands } = await openPublicPage('/verify')
  await hands.type(screen.getByLabelText('Verification code'), code.toLowerCase())
  await hands.click(screen.getByRole('button', { name: 'Check the code' }))
  expect(await screen.findByRole('heading', { name: 'This document is valid.' })).toBeVisible()
  for (const part of ['I. D.', 'Certificate of enrolment', '5 July 2027']) expect(screen.getByText(part)).toBeVisible()
  expect(seen).toHaveLength(1)
})

test('the address of the QR code answers at once', async () => {
  const { seen } = on(certificateEndpoints.verify, () => success({ ...valid, state: 'revoked' }))
  await openPublicPage(`/verify/${code}`)
  expect(await screen.findByRole('heading', { name: 'This document was revoked.' })).toBeVisible()
  expect(screen.getByLabelText('Verification code')).toHaveValue(code)
  expect(seen).toHaveLength(1)
})

test('what cannot be a code is unknown without asking anybody', async () => {
  const { seen } = on(certificateEndpoints.verify, () => success(valid))
  const { hands } = await openPublicPage('/verify')
  await hands.type(screen.getByLabelText('Verification code'), 'nothing')
  await hands.click(screen.getByRole('button', { name: 'Check the code' }))
  expect(await screen.findByRole('heading', { name: 'The university has no document with this code.' })).toBeVisible()
  expect(seen).toHaveLength(0)
})

test('nothing typed is said beside the field, and a failure above the form', async () => {
  on(certificateEndpoints.verify, () => failure(429, 'requests.tooMany', 'Too many attempts.'))
  const { hands } = await openPublicPage('/verify')
  await hands.click(screen.getByRole('button', { name: 'Check the code' }))
  await waitFor(() => expect(screen.getByLabelText('Verification code')).toHaveAttribute('aria-invalid', 'true'))
  await hands.type(screen.getByLabelText('Verification code'), code)
  await hands.click(screen.getByRole('button', { name: 'Check the code' }))
  expect(await screen.findByText('Too many attempts.')).toBeVisible()
})

test.each(languages)('the footer leads there in %s', async (language) => {
  await openPublicPage('/nowhere', language)
  expect(document.querySelector('footer a[href="/verify"]')).toBeVisible()
})
