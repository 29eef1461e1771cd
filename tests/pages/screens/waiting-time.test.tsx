/** The waiting time of a message, in the hours of the office. */
import { formatTime } from '@matricola/schema/values/dates.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { weekdayFields } from '#resources/admission/office-week.ts'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import { openConsole } from '../support/console-app.tsx'
import {
  openApplicationReview,
  planApplication,
  seedReviewApplications,
  setUpAdmissionApp,
} from './review-support.tsx'

const site = setUpAdmissionApp()
const hourMs = 3_600_000
const waiting = (name: string) => [planApplication(name, { status: 'submitted' })]

/** Writes a message five hours ago, and opens the office in the last hour of each day until now. */
async function askFiveHoursAgo({ id }: WireRegistration, hasHours = true) {
  const now = site.office.now()
  const timeAt = (ms: number) => formatTime(new Date(ms).toISOString(), 'ro')
  const hours = `${timeAt(now.getTime() - hourMs)}–${timeAt(now.getTime())}`
  await site.office.updateSettings(
    Object.fromEntries(weekdayFields.map((field) => [field, hasHours ? hours : null])),
  )
  await site.office.context.database.query(
    `insert into application_messages (id, registration_id, author, body, sent_at)
     values (gen_random_uuid(), $1, 'applicant', 'When are the results?', $2)`,
    [id, new Date(now.getTime() - 5 * hourMs)],
  )
}
const openList = () =>
  openConsole('/secretary/registrations?view=unanswered', {
    api: site.office,
    caller: { ...site.office.ana, language: 'en' },
    language: 'en',
  })

test('the view of unanswered messages shows it instead of a date', async () => {
  const [application] = await seedReviewApplications(site.office, waiting('Pop Ana'))
  await askFiveHoursAgo(application as WireRegistration)
  await openList()
  expect(await screen.findByRole('columnheader', { name: /Waiting/ })).toBeInTheDocument()
  const row = within(await screen.findByRole('row', { name: /Pop/ }))
  const time = await row.findByText('1 hr')
  expect(time).toHaveAttribute(
    'datetime',
    new Date(site.office.now().getTime() - 5 * hourMs).toISOString(),
  )
})

test('without hours, all of the time counts', async () => {
  const [application] = await seedReviewApplications(site.office, waiting('Albu Dan'))
  await askFiveHoursAgo(application as WireRegistration, false)
  await openList()
  const row = within(await screen.findByRole('row', { name: /Albu/ }))
  expect(await row.findByText('5 hr')).toBeInTheDocument()
})

test('the review shows it next to the message', async () => {
  const [application] = await seedReviewApplications(site.office, [planApplication('Pop Ana')])
  await askFiveHoursAgo(application as WireRegistration)
  const { user } = await openApplicationReview(site.office, application as WireRegistration)
  await user.click(screen.getByRole('tab', { name: 'Messages (1)' }))
  expect(screen.getByText(/waiting 1 hr$/)).toBeInTheDocument()
})
