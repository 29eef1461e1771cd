import { clearSelections } from '@matricola/console/pages/bulk/selection.ts'
import { resetJobTracking } from '@matricola/console/pages/jobs/job-tracking.ts'
import { systemPermit } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import { messageTemplates } from '#resources/message-templates.ts'
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

const submitted = (name: string, values: object = {}) =>
  planApplication(name, { status: 'submitted', documents: ['fileDiploma'], ...values })

/** Opens the list, selects all applications on it, and opens the dialog of the message. */
async function openMessage(plans: Parameters<typeof seedReviewApplications>[1]) {
  const applications = await seedReviewApplications(site.office, plans)
  const user = await openConsole('/secretary/registrations?filters[status]=submitted', {
    api: site.office,
    caller: { ...site.office.ana, language: 'en' },
    language: 'en',
  })
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
  const bar = screen.getByRole('region', { name: 'Selection' })
  await user.click(within(bar).getByRole('button', { name: 'More actions' }))
  await user.click(screen.getByRole('button', { name: 'Write a message' }))
  const dialog = await screen.findByRole('dialog', { name: /Write a message/ })
  return { applications, user, dialog }
}
const messagesOf = async ({ id }: WireRegistration) =>
  (await site.office.getApplication(id)).messages.map(({ body, template }) => ({ body, template }))

describe('a message to many applicants', () => {
  test('is inserted from a template in each language, tried, previewed and sent', async () => {
    await recordsOf(site.office.context).insert(systemPermit('demo', messageTemplates, 'create'), {
      ...{ name: 'Closed', body: 'Bună, {{firstName}}! Vineri este închis.' },
      bodyEn: 'Dear {{firstName}}, closed on Friday.',
    })
    const { applications, user, dialog } = await openMessage([
      submitted('Pop Ana'),
      submitted('Smith Joan', { language: 'en' }),
    ])
    const template = await within(dialog).findByLabelText('Template')
    await user.selectOptions(template, 'Closed')
    const english = within(dialog).getByRole('group', { name: 'English: 1 applicant' })
    const text = within(english).getByLabelText('Text')
    expect(text).toHaveValue('Dear {{firstName}}, closed on Friday.')
    await user.type(text, ' Write to us!')
    await user.click(within(english).getByRole('button', { name: 'Try' }))
    await user.click(within(english).getByRole('button', { name: 'Show' }))
    expect(
      await within(english).findByText('Dear Joan, closed on Friday. Write to us!'),
    ).toBeInTheDocument()
    await user.click(within(dialog).getByRole('button', { name: 'Preview' }))
    await screen.findByText('2 will change')
    await user.click(screen.getByRole('button', { name: 'Write a message 2' }))
    const [romanian, joan] = applications as [WireRegistration, WireRegistration]
    await waitFor(async () =>
      expect(await messagesOf(joan)).toEqual([
        { body: 'Dear Joan, closed on Friday. Write to us!', template: 'Closed' },
      ]),
    )
    expect(await messagesOf(romanian)).toEqual([
      { body: 'Bună, Ana! Vineri este închis.', template: 'Closed' },
    ])
  })

  test('names a missing text and an unknown field before it asks the server', async () => {
    const { user, dialog } = await openMessage([
      submitted('Pop Ana'),
      submitted('Smith Joan', { language: 'en' }),
    ])
    const english = await within(dialog).findByRole('group', { name: 'English: 1 applicant' })
    await user.type(within(english).getByLabelText('Text'), 'Dear {{{{name}}')
    await user.click(within(dialog).getByRole('button', { name: 'Preview' }))
    const romanian = within(dialog).getByRole('group', { name: 'Romanian: 1 applicant' })
    await waitFor(() => expect(within(romanian).getByLabelText('Text')).toBeInvalid())
    expect(within(english).getByLabelText('Text')).toHaveAccessibleDescription(
      /“name” is not a field of templates/,
    )
  })

  test('says how many get none because their data was erased', async () => {
    const applications = await seedReviewApplications(site.office, [
      submitted('Pop Ana'),
      submitted('Ionescu Dan'),
    ])
    await site.office.context.database.query(
      'update registrations set erased_at = now() where id = $1',
      [applications[0]?.id],
    )
    const user = await openConsole('/secretary/registrations', {
      api: site.office,
      caller: { ...site.office.ana, language: 'en' },
      language: 'en',
    })
    await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    const bar = screen.getByRole('region', { name: 'Selection' })
    await user.click(within(bar).getByRole('button', { name: 'More actions' }))
    await user.click(screen.getByRole('button', { name: 'Write a message' }))
    expect(
      await within(await screen.findByRole('dialog')).findByText(
        /^1 of the \d+ selected applications has no personal data any more and gets no message\.$/,
      ),
    ).toBeInTheDocument()
  })
})
