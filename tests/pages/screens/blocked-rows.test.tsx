import { clearSelections } from '@matricola/console/pages/bulk/selection.ts'
import { resetJobTracking } from '@matricola/console/pages/jobs/job-tracking.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openConsole, serverSide } from '../support/console-app.tsx'
import { planApplication, seedReviewApplications, setUpAdmissionApp } from './review-support.tsx'

const site = setUpAdmissionApp()
let jobs: { stop(): Promise<void> }
beforeAll(async () => {
  jobs = await (await serverSide()).startJobRunner(site.office.context, 50)
})
afterAll(() => jobs.stop())
beforeEach(() => {
  clearSelections()
  resetJobTracking()
})

test('the preview of an acceptance counts the applications that are not in review by status, and offers to review and accept them', async () => {
  const documents = ['fileIdCard', 'fileDiploma'] as const
  const [first, , third] = await seedReviewApplications(site.office, [
    planApplication('Pop Ana', { status: 'submitted', documents }),
    planApplication('Rus Dan', { status: 'submitted', documents }),
    planApplication('Moga Ion', { status: 'update_requested', documents }),
  ])
  const user = await openConsole('/secretary/registrations', {
    api: site.office,
    caller: { ...site.office.ana, language: 'en' },
    language: 'en',
  })
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
  const bar = within(screen.getByRole('region', { name: 'Selection' }))
  await user.click(bar.getByRole('button', { name: 'Accept' }))
  const reasons = await bar.findByText(/can’t be changed in their current status/, {
    selector: 'li',
  })
  await waitFor(() =>
    expect(reasons.textContent).toBe(
      '3 can’t be changed in their current status (2 Submitted, 1 Update requested): Pop Ana, Rus Dan, Moga Ion',
    ),
  )
  await user.click(bar.getByRole('button', { name: 'Start review, then Accept: 2' }))
  await user.click(await bar.findByRole('button', { name: 'Accept 2' }))
  await waitFor(async () =>
    expect((await site.office.getApplication(String(first?.id))).status).toBe('accepted'),
  )
  expect((await site.office.getApplication(String(third?.id))).status).toBe('update_requested')
})
