import { fixedId } from '@matricola/testing/pages/fixed-ids.ts'
import { recordRequests } from '@matricola/testing/pages/network.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import {
  fillAllSteps,
  fillContactStep,
  fillIdentityStep,
  fillProgrammeStep,
  formCnp,
  site,
  startApplicationForm,
} from '../../support/application-form.ts'

test('an application goes from the start page through five steps to a reference number and an access code (R-T01, R-E01)', async () => {
  const { requests } = recordRequests(admissionEndpoints.submit)
  const user = await startApplicationForm()
  await fillAllSteps(user)
  await user.click(screen.getByRole('button', { name: 'Submit application' }))
  const heading = await screen.findByRole('heading', { level: 1, name: 'Application sent' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  const [sent] = await site.api.database.query<{ reference: string }>(
    'select reference_code as reference from registrations',
  )
  expect(screen.getAllByText(sent?.reference ?? 'not sent').length).toBeGreaterThan(0)
  expect(screen.getByText(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/)).toBeTruthy()
  expect(screen.getByText('Registration created successfully.')).toBeTruthy()
  expect(screen.getByText(/st•••@example\.ro/)).toBeTruthy()
  expect(document.title).toBe('Application sent – Universitatea Matricola')
  expect(requests).toHaveLength(1)
  expect(requests[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
  expect(await requests[0]?.json()).toEqual({
    identityType: 'cnp',
    cnp: formCnp,
    lastName: 'Țîrlea',
    firstName: 'Ștefania',
    birthDate: '2006-09-30',
    sex: 'F',
    serialNumber: 'CJ482913',
    personalEmail: 'stefania@example.ro',
    phone: '0740 123 456',
    country: 'RO',
    city: 'Cluj-Napoca',
    address: 'Str. Observatorului 12',
    postalCode: '400000',
    departmentProfileId: fixedId(1),
    specializationId: fixedId(11),
    language: 'en',
    noticeAcknowledged: true,
    noticeVersion: '2026-1',
    fileIdCard: expect.stringMatching(/^[\da-f-]{36}$/),
    fileDiploma: expect.stringMatching(/^[\da-f-]{36}$/),
    fileCV: expect.stringMatching(/^[\da-f-]{36}$/),
    formToken: expect.stringContaining('.'),
    website: '',
  })
})

test('each of the five steps has its own address, title and number, and moves the focus to its heading', async () => {
  const user = await startApplicationForm()
  expect(window.location.search).toBe('?step=identity')
  expect(screen.getByText('Step 1 of 5: Identity')).toBeTruthy()
  await fillIdentityStep(user)
  expect(window.location.search).toBe('?step=contact')
  expect(document.title).toBe(
    'How we can reach you (Step 2 of 5: Contact details) – Universitatea Matricola',
  )
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })),
  )
  await fillContactStep(user)
  expect(window.location.search).toBe('?step=programme')
  await fillProgrammeStep(user)
  expect(window.location.search).toBe('?step=documents')
})
