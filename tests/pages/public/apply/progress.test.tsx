import { failureResponse, handle } from '@matricola/testing/pages/network.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import { draftAnswerText } from '#src/public/apply/answers.tsx'
import { emptyAnswers } from '#src/public/apply/application-draft.ts'
import {
  fillContactStep,
  fillIdentityStep,
  getAdmission,
  setAdmission,
  startApplicationForm,
} from '../../support/application-form.ts'
import { openPublicPage } from '../../support/public-page.tsx'

const line = () => screen.getByRole('navigation', { name: 'Application steps' })
/** The text that a screen reader reads for each step. */
const stepTexts = () =>
  within(line())
    .getAllByRole('listitem')
    .map((item) => {
      const isHere = item.querySelector('[aria-current="step"]') !== null
      const name = [...item.querySelectorAll('span:not(:has(span)):not([aria-hidden])')]
        .map(({ textContent }) => textContent)
        .join(' ')
      return isHere ? `${name}, here` : name
    })

test('the step indicator shows completed, current and later steps, and links back to completed ones', async () => {
  const user = await startApplicationForm()
  expect(stepTexts()).toEqual([
    'Identity, here',
    'Contact details to do',
    'Programme to do',
    'Your documents to do',
    'Check and submit to do',
  ])
  expect(within(line()).queryAllByRole('link')).toEqual([])
  await fillIdentityStep(user)
  await fillContactStep(user)
  expect(stepTexts().slice(0, 3)).toEqual([
    'Identity done',
    'Contact details done',
    'Programme, here',
  ])
  await user.click(within(line()).getByRole('link', { name: 'Identity done' }))
  const heading = await screen.findByRole('heading', { level: 1, name: 'Your identity' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(stepTexts().slice(0, 2)).toEqual(['Identity, here', 'Contact details done'])
})

test('a step is complete only while its answers are valid', async () => {
  const user = await startApplicationForm()
  await fillIdentityStep(user)
  await user.click(within(line()).getByRole('link', { name: 'Identity done' }))
  await user.clear(await screen.findByLabelText('Last name'))
  await user.click(screen.getByRole('link', { name: 'Back' }))
  await user.click(await screen.findByRole('button', { name: 'Continue your application' }))
  await screen.findByRole('heading', { level: 1, name: 'Your identity' })
  expect(within(line()).queryByRole('link', { name: /Identity/ })).toBeNull()
})

test('a note above the fields says that answers are saved', async () => {
  const user = await startApplicationForm()
  await user.type(screen.getByLabelText('Last name'), 'Pop')
  const saved = await screen.findByText(/^Saved on this device/)
  expect(saved.compareDocumentPosition(screen.getByLabelText('Last name'))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  )
})

test.each([
  ['2026-09-18T20:59:00.000Z', '12 days left.'],
  // After midnight in Romania, before midnight in UTC.
  ['2026-09-18T21:30:00.000Z', '11 days left.'],
  ['2026-09-29T08:00:00.000Z', '1 day left.'],
  ['2026-09-30T12:59:00.000Z', 'Today is the last day.'],
])('at %s the deadline is shown as: %s', async (now, text) => {
  await setAdmission({ now, closesAt: '2026-09-30T13:00:00.000Z' })
  await openPublicPage('/registration/create')
  const days = await screen.findByText(text)
  expect(days.parentElement?.textContent).toBe(
    `${text} Applications close on 30 September 2026 at 16:00 (Romanian time).`,
  )
})

test('every step shows the deadline for applications', async () => {
  const user = await startApplicationForm()
  expect(screen.getByText(/^Applications close on 30 September 2099 at 16:00/)).toBeTruthy()
  await fillIdentityStep(user)
  expect(screen.getByText(/^Applications close on 30 September 2099 at 16:00/)).toBeTruthy()
})

test('the deadline is worded so that it cannot be misread as the end of the reader’s own application', async () => {
  await setAdmission({ now: '2026-09-10T08:00:00.000Z', closesAt: '2026-09-30T13:00:00.000Z' })
  await openPublicPage('/registration/create', 'ro')
  expect(await screen.findByText('Au mai rămas 20 de zile.')).toBeTruthy()
  expect(document.querySelector('main')?.textContent).not.toMatch(/închi[ds]/)
})

test('a server error before the form loads is shown with our own message, under a heading, with a next step', async () => {
  let isBroken = true
  handle(admissionEndpoints.publicConfig, () =>
    isBroken ? failureResponse(500, 'server.failed', 'boom') : undefined,
  )
  const { user } = await openPublicPage('/registration/create')
  const box = within(await screen.findByRole('alert'))
  expect(box.getByRole('heading', { level: 2 }).textContent?.trim()).toBe('That did not work')
  expect(
    box.getByText(
      'Something went wrong on our side. Nothing you have entered is lost. Try again in a moment.',
    ),
  ).toBeTruthy()
  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Start application' })).toBeTruthy()
})

test('the series and number of an identity card are shown in capitals', async () => {
  expect(
    draftAnswerText(
      'serialNumber',
      { ...emptyAnswers, serialNumber: 'cj 482913' },
      await getAdmission(),
      'en',
    ),
  ).toBe('CJ482913')
})
