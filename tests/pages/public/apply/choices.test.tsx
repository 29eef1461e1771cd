import { fixedId } from '@matricola/testing/pages/fixed-ids.ts'
import { failureResponse, handle, recordRequests } from '@matricola/testing/pages/network.ts'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import {
  continueTo,
  fillContactStep,
  fillDocumentsStep,
  fillIdentityStep,
  offerProgrammesByMerit,
  startApplicationForm,
} from '../../support/application-form.ts'

async function openChoices(options?: Parameters<typeof offerProgrammesByMerit>[0]) {
  await offerProgrammesByMerit(options)
  const user = await startApplicationForm()
  await fillIdentityStep(user)
  await fillContactStep(user)
  return user
}

const choice = (number: number) => within(screen.getByRole('group', { name: `Choice ${number}` }))
const programmeOf = (number: number) =>
  choice(number).getByLabelText<HTMLSelectElement>('Specialization')
const choose = async (user: UserEvent, number: number, name: string) =>
  user.selectOptions(programmeOf(number), choice(number).getByRole('option', { name }))
const press = (user: UserEvent, name: string) => user.click(screen.getByRole('button', { name }))
const chosen = () =>
  screen.getAllByLabelText<HTMLSelectElement>('Specialization').map(({ value }) => value)
const options = (select: HTMLElement) =>
  within(select)
    .getAllByRole('option')
    .map(({ textContent }) => textContent)

test('in a merit-based admission, applicants rank programmes, choose a type of place for each, and send one application', async () => {
  const { requests } = recordRequests(admissionEndpoints.submit)
  const user = await openChoices()
  await choose(user, 1, 'Informatică aplicată (Bachelor’s degree)')
  expect(choice(1).getByText('20 state-funded places · 10 fee-paying places')).toBeTruthy()
  await press(user, 'Add another choice')
  await waitFor(() => expect(document.activeElement).toBe(programmeOf(2)))
  // Offers only merit-based programmes of the same degree that are not chosen yet.
  expect(options(programmeOf(2))).toEqual([
    'Choose',
    'Algebră (Bachelor’s degree)',
    'Geometrie (Bachelor’s degree)',
  ])
  await choose(user, 2, 'Algebră (Bachelor’s degree)')
  await user.selectOptions(choice(2).getByLabelText('Type of place'), 'State-funded only')
  await press(user, 'Add another choice')
  await choose(user, 3, 'Geometrie (Bachelor’s degree)')
  expect(options(choice(3).getByLabelText('Type of place'))).toEqual(['Fee-paying'])
  expect(screen.queryByRole('button', { name: 'Add another choice' })).toBeNull()
  await user.selectOptions(screen.getByLabelText('Reserved places'), 'Mediul rural')
  // The form asks for each grade once, and does not ask for the grade of the admission exam.
  expect(screen.getAllByLabelText('Baccalaureate average')).toHaveLength(1)
  expect(screen.queryByLabelText('Admission exam grade')).toBeNull()
  await user.type(screen.getByLabelText('Baccalaureate average'), '9,45')
  await user.type(screen.getByLabelText('Baccalaureate grade in Romanian'), '8.7')
  await continueTo(user, 'Your three documents')
  await fillDocumentsStep(user)
  const review = within(screen.getByRole('region', { name: 'Programme' }))
  expect(review.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Informatică aplicată, State-funded, otherwise fee-paying',
    'Algebră, State-funded only',
    'Geometrie, Fee-paying',
  ])
  await user.click(screen.getByRole('checkbox', { name: /^The information is true/ }))
  await press(user, 'Submit application')
  await screen.findByRole('heading', { level: 1, name: 'Application sent' })
  expect(await requests[0]?.json()).toMatchObject({
    ...{
      departmentProfileId: fixedId(1),
      specializationId: fixedId(11),
      fundingPreference: 'budget_then_fee',
    },
    choices: [
      { specializationId: fixedId(21), fundingPreference: 'budget' },
      { specializationId: fixedId(22), fundingPreference: 'fee' },
    ],
    ...{ placeKindId: fixedId(91), baccalaureateAverage: 9.45, romanianGrade: 8.7 },
  })
})

test('choices are reordered by buttons, which announce the change and keep the focus', async () => {
  const user = await openChoices()
  await choose(user, 1, 'Informatică aplicată (Bachelor’s degree)')
  await press(user, 'Add another choice')
  await choose(user, 2, 'Algebră (Bachelor’s degree)')
  await press(user, 'Add another choice')
  await choose(user, 3, 'Geometrie (Bachelor’s degree)')
  screen.getByRole('button', { name: 'Move up Choice 3' }).focus()
  await user.keyboard('{Enter}')
  expect(chosen()).toEqual([fixedId(11), fixedId(22), fixedId(21)])
  expect(screen.getByText('Geometrie is now choice 2')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move up Choice 2' }))
  await user.keyboard('{Enter}')
  expect(chosen()).toEqual([fixedId(22), fixedId(11), fixedId(21)])
  // It cannot move up any further, so the focus stays with the choice.
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move down Choice 1' }))
  await press(user, 'Remove Choice 1')
  expect(chosen()).toEqual([fixedId(11), fixedId(21)])
  expect(document.activeElement).toBe(programmeOf(1))
  await press(user, 'Remove Choice 2')
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
})

test('a choice without a programme and invalid grades are listed, each with a link to its field', async () => {
  const user = await openChoices()
  await choose(user, 1, 'Informatică aplicată (Bachelor’s degree)')
  await press(user, 'Add another choice')
  await user.type(screen.getByLabelText('Baccalaureate grade in Romanian'), 'ten')
  await press(user, 'Continue')
  const summary = await screen.findByRole('alert')
  expect(
    within(summary)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Select a specialization for choice 2',
    'Enter a number for “Baccalaureate average”',
    'Enter a number such as 9.45',
  ])
  await user.click(
    within(summary).getByRole('link', { name: 'Select a specialization for choice 2' }),
  )
  expect(document.activeElement).toBe(programmeOf(2))
  await press(user, 'Remove Choice 2')
  await user.type(screen.getByLabelText('Baccalaureate average'), '9.45')
  await user.clear(screen.getByLabelText('Baccalaureate grade in Romanian'))
  await user.type(screen.getByLabelText('Baccalaureate grade in Romanian'), '12')
  await press(user, 'Continue')
  expect(await screen.findByRole('link', { name: /^Baccalaureate grade in Romanian/ })).toBeTruthy()
})

test('the form explains the calculation of the average in words, and shows the result for the entered grades', async () => {
  const user = await openChoices()
  await choose(user, 1, 'Algebră (Bachelor’s degree)')
  expect(
    await screen.findByText(
      'Admission average: Baccalaureate average, truncated to 2 decimal places.',
    ),
  ).toBeTruthy()
  await user.type(screen.getByLabelText('Baccalaureate average'), '9,456')
  expect(screen.getByText('With your grades: 9.45')).toBeTruthy()
  await press(user, 'Add another choice')
  await choose(user, 2, 'Informatică aplicată (Bachelor’s degree)')
  const averages = within(screen.getByRole('region', { name: 'How your average is calculated' }))
  expect(averages.getAllByText(/^Choice \d$/).map(({ textContent }) => textContent)).toEqual([
    'Choice 1',
    'Choice 2',
  ])
  expect(
    averages.getByText(
      'Admission average: 0.8 × Admission exam grade + 0.2 × Baccalaureate average, truncated to 2 decimal places.',
    ),
  ).toBeTruthy()
  expect(
    averages.getByText('Tie-breakers for equal averages: Baccalaureate grade in Romanian.'),
  ).toBeTruthy()
  expect(averages.getByText('Condition: Admission exam grade at least 5.')).toBeTruthy()
  // The exam grade is not known yet.
  expect(averages.getAllByText(/^With your grades/)).toHaveLength(1)
})

test('a programme with individual decisions removes the other choices and their questions', async () => {
  const { requests } = recordRequests(admissionEndpoints.submit)
  const user = await openChoices()
  await choose(user, 1, 'Informatică aplicată (Bachelor’s degree)')
  await press(user, 'Add another choice')
  await choose(user, 2, 'Algebră (Bachelor’s degree)')
  await choose(user, 1, 'Sisteme distribuite (Master’s degree)')
  expect(
    screen.getByText(/^Applications for this specialization are decided individually/),
  ).toBeTruthy()
  expect(screen.queryByRole('group', { name: 'Choice 2' })).toBeNull()
  expect(screen.queryByLabelText('Baccalaureate average')).toBeNull()
  await continueTo(user, 'Your three documents')
  for (const label of ['Identity card', 'Bachelor’s diploma', 'CV'])
    expect(screen.getByLabelText(label, { selector: 'input' })).toBeTruthy()
  expect(requests).toHaveLength(0)
})

test('if the server refuses the choices, the form returns to their step', async () => {
  handle(admissionEndpoints.submit, () =>
    failureResponse(422, 'input.invalid', '', {
      specializationId: [{ code: 'reference.notAllowed' }],
    }),
  )
  const user = await openChoices()
  await choose(user, 1, 'Algebră (Bachelor’s degree)')
  await user.type(screen.getByLabelText('Baccalaureate average'), '9')
  await continueTo(user, 'Your three documents')
  await fillDocumentsStep(user)
  await user.click(screen.getByRole('checkbox', { name: /^The information is true/ }))
  await press(user, 'Submit application')
  await user.click(
    (
      await screen.findAllByRole('link', { name: /^One of your choices is no longer available/ })
    )[0] as HTMLElement,
  )
  await screen.findByRole('heading', { level: 1, name: 'What you want to study' })
})

test('the fee follows the facts that the applicant has stated', async () => {
  const user = await openChoices({
    fees: [
      { when: { citizenshipGroup: { eq: 'ro' } }, amount: 75.5 },
      { when: { citizenshipGroup: { eq: 'other' } }, amount: 300 },
    ],
  })
  await choose(user, 1, 'Informatică aplicată (Bachelor’s degree)')
  expect(choice(1).getByText(/^Application fee/).textContent).toMatch(/^Application fee: .*75\.50/)
})
