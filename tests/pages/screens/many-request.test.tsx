import { clearSelections } from '@matricola/console/pages/bulk/selection.ts'
import { resetJobTracking } from '@matricola/console/pages/jobs/job-tracking.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
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

/** Opens the list, selects all applications on it, and opens the dialog of the request. */
async function openRequest(plans: Parameters<typeof seedReviewApplications>[1]) {
  const applications = await seedReviewApplications(site.office, plans)
  const user = await openConsole('/secretary/registrations?filters[status]=submitted', {
    api: site.office,
    caller: { ...site.office.ana, language: 'en' },
    language: 'en',
  })
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
  const bar = screen.getByRole('region', { name: 'Selection' })
  await user.click(within(bar).getByRole('button', { name: 'More actions' }))
  await user.click(screen.getByRole('button', { name: 'Request changes' }))
  const dialog = await screen.findByRole('dialog', { name: /Request changes/ })
  return { applications, user, dialog }
}
const read = ({ id }: WireRegistration) => site.office.getApplication(id)

const submitted = (name: string, values: object = {}) =>
  planApplication(name, {
    status: 'submitted',
    documents: ['fileIdCard', 'fileDiploma'],
    ...values,
  })

describe('a request for changes to many applicants', () => {
  test('asks for the text in each of their languages, and shows the preview by row', async () => {
    const { applications, user, dialog } = await openRequest([
      submitted('Pop Ana'),
      submitted('Smith Joan', { language: 'en' }),
    ])
    const diploma = await within(dialog).findByRole('checkbox', { name: /diploma/i })
    await user.click(diploma)
    const english = within(dialog).getByRole('group', { name: 'English: 1 applicant' })
    const explanation = within(english).getByLabelText('Issue explanation')
    expect(explanation).toHaveValue('Please check and correct: High school diploma.\n')
    await user.type(explanation, 'Both pages, please.')
    expect(
      within(within(dialog).getByRole('group', { name: 'Romanian: 1 applicant' })).getByLabelText(
        'Issue explanation',
      ),
    ).toHaveValue('Verificați și corectați: Diplomă de bacalaureat.\n')
    const days = within(dialog).getByLabelText('Days to respond')
    await user.clear(days)
    await user.type(days, '12')
    await user.click(within(dialog).getByRole('button', { name: 'Preview' }))
    await screen.findByText('2 will change')
    await user.click(screen.getByRole('button', { name: 'Request changes 2' }))
    await waitFor(async () => {
      for (const application of applications)
        expect((await read(application)).status).toBe('update_requested')
    })
    const [romanian, joan] = await Promise.all(applications.map(read))
    expect(joan?.issueExplanation).toMatch(/\nBoth pages, please\.$/)
    expect(romanian?.issueExplanation).toMatch(/^Verificați/)
    expect(joan?.requestedChanges).toMatchObject([{ field: 'fileDiploma' }])
  })

  test('separates fields that only some applications have', async () => {
    const { user, dialog } = await openRequest([
      submitted('Pop Ana'),
      submitted('Ionescu Dan', {
        identityType: 'passport',
        foreignIdNumber: 'X1234567',
        cnp: null,
        serialNumber: null,
      }),
    ])
    const some = await within(dialog).findByRole('group', {
      name: 'Only some applications have these',
    })
    await user.click(
      within(some).getByRole('checkbox', { name: 'Personal numeric code (CNP) 1 of 2 have it' }),
    )
    expect(
      within(some).getByRole('checkbox', { name: 'Personal numeric code (CNP) 1 of 2 have it' }),
    ).toBeChecked()
    expect(within(some).queryByRole('checkbox', { name: /Address/ })).not.toBeInTheDocument()
  })

  test('names what is missing before it asks the server', async () => {
    const { user, dialog } = await openRequest([submitted('Pop Ana')])
    const days = await within(dialog).findByLabelText('Days to respond')
    await user.clear(days)
    await user.type(days, '31')
    await user.click(within(dialog).getByRole('button', { name: 'Preview' }))
    expect(
      await within(dialog).findByText('Choose at least one field or document.'),
    ).toBeInTheDocument()
    expect(days).toHaveAccessibleDescription(/Enter a number from 1 to 30\./)
    expect(within(dialog).getByLabelText('Issue explanation')).toBeInvalid()
  })

  test('says so if none of the selected applications can be asked', async () => {
    const applications = await seedReviewApplications(site.office, [submitted('Pop Ana')])
    await site.office.context.database.query(
      "update registrations set status = 'declined' where id = $1",
      [applications[0]?.id],
    )
    const user = await openConsole('/secretary/registrations?filters[status]=declined', {
      api: site.office,
      caller: { ...site.office.ana, language: 'en' },
      language: 'en',
    })
    await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    await user.click(
      within(screen.getByRole('region', { name: 'Selection' })).getByRole('button', {
        name: 'More actions',
      }),
    )
    await user.click(screen.getByRole('button', { name: 'Request changes' }))
    expect(
      await screen.findByText('None of the selected applications can be asked in their status.'),
    ).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Preview' })).not.toBeInTheDocument()
  })
})
