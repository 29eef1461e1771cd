/** The sign-in page's links for applicants. */

import { signInPath } from '@matricola/schema/paths.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { admissionPath, applyPath, statusPath } from '#resources/paths.ts'
import { setAdmission } from '../support/application-form.ts'
import { openPublicPage } from '../support/public-page.tsx'

const applying = (name: string) => screen.findByRole('region', { name })
const hrefOf = (region: HTMLElement, name: string) =>
  within(region).queryByRole('link', { name })?.getAttribute('href')

test('the sign-in page shows the link for applying as prominently as the sign-in button, with the remaining days', async () => {
  await setAdmission({ now: '2026-09-27T11:00:00.000Z', closesAt: '2026-09-30T13:00:00.000Z' })
  await openPublicPage(signInPath)
  const region = await applying('Admission 2026')
  expect(within(region).getByText('3 days left.')).toBeTruthy()
  const startLink = within(region).getByRole('link', { name: 'Start application' })
  expect([startLink.getAttribute('href'), startLink.className]).toEqual([
    applyPath,
    'button button-primary',
  ])
  expect(screen.getByRole('button', { name: 'Sign in' }).className).toContain('button-primary')
  expect(hrefOf(region, 'Specializations and dates')).toBe(admissionPath)
  expect(hrefOf(region, 'Application status')).toBe(statusPath)
})

test('while applications are closed, the sign-in page links only to the admission page and the status page', async () => {
  await setAdmission({ settings: { registrationOpen: false, admissionSessionId: null } })
  await openPublicPage(signInPath)
  const region = await applying('Admission')
  expect(hrefOf(region, 'Start application')).toBeUndefined()
  expect(hrefOf(region, 'Specializations and dates')).toBe(admissionPath)
  expect(hrefOf(region, 'Application status')).toBe(statusPath)
})
