import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { admissionEndpoints } from '#model/endpoints.ts'
import { begin, fillContact, fillEverything, fillIdentity, fillProgramme, soundCnp } from '../../support/application-form.ts'
import { idOf } from '../../support/console.tsx'
import { on, success } from '../../support/network.ts'

const submitted = { reference: 'ID12345678', accessCode: '7KQF3MZD4X', status: 'submitted', submittedAt: '2026-09-07T11:02:00.000Z' }

test('an application goes from the start page over five steps to reference and access code (R-T01, R-E01)', async () => {
  const { seen } = on(admissionEndpoints.submit, () => success(submitted, 'Registration created successfully.'))
  const hands = await begin()
  await fillEverything(hands)
  await hands.click(screen.getByRole('button', { name: 'Submit application' }))
  const heading = await screen.findByRole('heading', { level: 1, name: 'Application sent' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(screen.getAllByText('ID12345678').length).toBeGreaterThan(0)
  expect(screen.getByText('7KQF3-MZD4X')).toBeTruthy()
  expect(screen.getByText('Registration created successfully.')).toBeTruthy()
  expect(screen.getByText(/st•••@example\.ro/)).toBeTruthy()
  expect(document.title).toBe('Application sent – Matricola')
  expect(seen).toHaveLength(1)
  expect(seen[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
  expect(await seen[0]?.json()).toEqual({
    identityType: 'cnp',
    cnp: soundCnp,
    lastName: 'Țîrlea',
    firstName: 'Ștefania',
    birthDate: '2006-09-30',
    sex: 'F',
    serialNumber: 'CJ 482913',
    personalEmail: 'stefania@example.ro',
    phone: '0740 123 456',
    country: 'RO',
    city: 'Cluj-Napoca',
    address: 'Str. Observatorului 12',
    postalCode: '400000',
    departmentProfileId: idOf(1),
    specializationId: idOf(11),
    language: 'en',
    noticeAck: true,
    noticeVersion: '2026-1',
    fileIdCard: idOf(101),
    fileDiploma: idOf(102),
    fileCV: idOf(103),
    formToken: expect.stringContaining('.'),
    website: '',
  })
})

test('each step has its address, its title and its place among the five, and takes the focus to its heading', async () => {
  const hands = await begin()
  expect(window.location.search).toBe('?step=identity')
  expect(screen.getByText('Step 1 of 5: Identity')).toBeTruthy()
  await fillIdentity(hands)
  expect(window.location.search).toBe('?step=contact')
  expect(document.title).toBe('How we reach you (Step 2 of 5: Contact details) – Matricola')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
  await fillContact(hands)
  expect(window.location.search).toBe('?step=programme')
  await fillProgramme(hands)
  expect(window.location.search).toBe('?step=documents')
})
