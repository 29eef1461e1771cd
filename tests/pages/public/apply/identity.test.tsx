import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { possibleBirthDates } from '#resources/field-types/nationalId/national-id.ts'
import { emptyAnswers } from '#src/public/apply/application-draft.ts'
import { parseCnpFacts } from '#src/public/apply/steps/cnp-facts.ts'
import { validateStep } from '#src/public/apply/validation.ts'
import {
  continueTo,
  fillContactStep,
  formCnp,
  getAdmission,
  startApplicationForm,
} from '../../support/application-form.ts'

const asOf = new Date('2026-09-07T12:00:00Z')

test.each([
  ['5070315700017', '2007-03-15', 'M'],
  ['6071129120341', '2007-11-29', 'F'],
  ['5070315700051', '2007-03-15', 'M'],
  ['5000229400019', '2000-02-29', 'M'],
  ['7080506510021', '2008-05-06', 'M'],
  ['8031129129953', '2003-11-29', 'F'],
  ['7000229409940', '2000-02-29', 'M'],
])('the CNP %s contains the birth date %s and the sex %s', (cnp, birthDate, sex) => {
  expect(parseCnpFacts(cnp, asOf)).toEqual({ birthDate, sex })
})

test.each([
  ['9030101520013', 'nationalId.firstDigit', 'the first digit'],
  ['1990229400012', 'nationalId.date', 'a 29 February in a common year'],
  ['1123456400012', 'nationalId.date', 'month 34'],
  ['3980101400011', 'date.tooEarly', 'born in 1898'],
  ['5070315700018', 'nationalId.control', 'the control digit'],
  ['5050415120003', 'nationalId.sequence', 'the sequence 000'],
  ['507031570001', 'nationalId.length', '12 digits'],
  ['5O70315700017', 'nationalId.digits', 'a letter'],
])('the CNP %s is refused: %s (%s)', async (cnp, code) => {
  expect(parseCnpFacts(cnp, asOf)).toBeNull()
  expect(
    validateStep('identity', { ...emptyAnswers, cnp }, await getAdmission()).cnp?.[0]?.code,
  ).toBe(code)
})

test('a CNP with a future birth date is invalid', async () => {
  expect(possibleBirthDates('5991231700018')).toEqual(['2099-12-31'])
  expect(parseCnpFacts('5991231700018', asOf)).toBeNull()
  expect(
    validateStep('identity', { ...emptyAnswers, cnp: '5991231700018' }, await getAdmission()).cnp,
  ).toBeDefined()
})

test('the county of a CNP is never a reason to refuse it', async () => {
  const intake = await getAdmission()
  for (const cnp of ['5050415809971', '5050415539971', '1780315479964', '5070218709931']) {
    expect(validateStep('identity', { ...emptyAnswers, cnp }, intake).cnp).toBeUndefined()
  }
})

const birthDate = () => within(screen.getByRole('group', { name: 'Birth date' }))
const typedDate = () =>
  ['Day', 'Month', 'Year'].map((part) => birthDate().getByLabelText<HTMLInputElement>(part).value)

test('a valid CNP, with or without spaces, is described and fills in birth date and sex, which can be changed', async () => {
  const user = await startApplicationForm()
  await user.type(screen.getByLabelText('Personal numeric code (CNP)'), '5 070315 70001 7')
  expect(
    await screen.findByText(
      'According to this CNP, your birth date is 15 March 2007 and your sex is male. Is this correct?',
    ),
  ).toBeTruthy()
  await waitFor(() => expect(typedDate()).toEqual(['15', '3', '2007']))
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'M (male)' }).checked).toBe(true)
  expect(screen.getAllByText('Filled in from your CNP')).toHaveLength(2)
  await user.clear(birthDate().getByLabelText('Day'))
  await user.type(birthDate().getByLabelText('Day'), '16')
  expect(screen.getAllByText('Filled in from your CNP')).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(
    await screen.findByRole('link', { name: 'Birth date must match your CNP (15 March 2007)' }),
  ).toBeTruthy()
  expect(typedDate()).toEqual(['16', '3', '2007'])
})

test('an incomplete CNP fills in nothing and shows no error until Continue', async () => {
  const user = await startApplicationForm()
  await user.type(screen.getByLabelText('Personal numeric code (CNP)'), '507031570001')
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(screen.queryByText(/According to this CNP/)).toBeNull()
  expect(screen.queryByText(/you entered/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(
    await screen.findByRole('link', { name: 'CNP must be 13 digits. You entered 12' }),
  ).toBeTruthy()
})

test('values entered before the CNP are kept', async () => {
  const user = await startApplicationForm()
  await user.type(birthDate().getByLabelText('Day'), '1')
  await user.click(screen.getByRole('radio', { name: 'F (female)' }))
  await user.type(screen.getByLabelText('Personal numeric code (CNP)'), '5070315700017')
  await screen.findByText(/According to this CNP/)
  expect(typedDate()).toEqual(['1', '', ''])
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByRole('link', { name: 'Birth date must include a month' })).toBeTruthy()
})

test('the error summary gets the focus, counts the errors, and links to each field and to the invalid part of the date', async () => {
  const user = await startApplicationForm()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  const summary = await screen.findByRole('alert')
  await waitFor(() => expect(document.activeElement).toBe(summary))
  expect(within(summary).getByRole('heading').textContent).toBe('There are 6 problems')
  expect(document.title).toMatch(/^Error: Your identity/)
  expect(screen.getByLabelText('Last name').getAttribute('aria-invalid')).toBe('true')
  await user.click(within(summary).getByRole('link', { name: 'Enter your last name' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Last name')))
  await user.type(birthDate().getByLabelText('Day'), '15')
  await user.type(birthDate().getByLabelText('Year'), '2007')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await user.click(await screen.findByRole('link', { name: 'Birth date must include a month' }))
  await waitFor(() => expect(document.activeElement).toBe(birthDate().getByLabelText('Month')))
  await user.click(
    screen.getByRole('link', { name: 'Select your sex as shown on your identity document' }),
  )
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'F (female)' })),
  )
})

test('error messages stay until the next Continue, so that nothing moves while the applicant types', async () => {
  const user = await startApplicationForm()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByRole('alert')
  await user.type(screen.getByLabelText('Last name'), 'Pop')
  expect(screen.getAllByText('Enter your last name').length).toBeGreaterThan(0)
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(screen.queryByText('Enter your last name')).toBeNull())
})

test('letters with a cedilla are replaced with comma-below letters while the applicant types', async () => {
  await startApplicationForm()
  fireEvent.change(screen.getByLabelText('Last name'), { target: { value: 'Ţîrlea şi Şerban' } })
  expect(screen.getByLabelText<HTMLInputElement>('Last name').value).toBe('Țîrlea și Șerban')
})

test('an applicant without a CNP applies with a passport or an EU identity card and a citizenship (R-T01)', async () => {
  const user = await startApplicationForm()
  await user.click(screen.getByRole('button', { name: 'I do not have a CNP' }))
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Passport' })),
  )
  expect(screen.queryByLabelText('Personal numeric code (CNP)')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByRole('link', { name: 'Select your identity document' })).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'Passport' }))
  await user.type(screen.getByLabelText('Document number'), 'FR 12 345')
  await user.selectOptions(screen.getByLabelText('Citizenship'), 'FR')
  await user.type(screen.getByLabelText('Last name'), 'Martin')
  await user.type(screen.getByLabelText('First name'), 'Zoé')
  for (const [part, value] of [
    ['Day', '1'],
    ['Month', 'feb'],
    ['Year', '2005'],
  ] as const)
    await user.type(birthDate().getByLabelText(part), value)
  await user.click(screen.getByRole('radio', { name: 'F (female)' }))
  await continueTo(user, 'How we can reach you')
  await fillContactStep(user)
  await user.click(screen.getByRole('radio', { name: /^Informatică 1 bachelor/ }))
  await user.click(screen.getByRole('radio', { name: /^Informatică aplicată/ }))
  await continueTo(user, 'Your three documents')
  const passport = within(screen.getByRole('region', { name: 'Passport' }))
  expect(passport.getByText('The page with the photo.')).toBeTruthy()
  expect(screen.queryByText('Identity card')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByRole('link', { name: 'Upload your passport' })).toBeTruthy()
})

test('a birth date that did not match the CNP causes no error once the applicant states that they have no CNP', async () => {
  const user = await startApplicationForm()
  await user.type(screen.getByLabelText('Personal numeric code (CNP)'), '5070315700017')
  await waitFor(() => expect(typedDate()).toEqual(['15', '3', '2007']))
  await user.clear(birthDate().getByLabelText('Day'))
  await user.type(birthDate().getByLabelText('Day'), '16')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(
    (await screen.findAllByText('Birth date must match your CNP (15 March 2007)')).length,
  ).toBeGreaterThan(0)
  await user.click(screen.getByRole('button', { name: 'I do not have a CNP' }))
  expect(screen.queryByText(/must match your CNP/)).toBeNull()
  // Missing answers stay listed until the next Continue.
  expect(screen.getByRole('link', { name: 'Enter your last name' })).toBeTruthy()
  expect(typedDate()).toEqual(['16', '3', '2007'])
})

test('a resident with a CNP that begins with 7 or 8 has to state a citizenship', async () => {
  const user = await startApplicationForm()
  expect(screen.queryByLabelText('Citizenship')).toBeNull()
  await user.type(screen.getByLabelText('Personal numeric code (CNP)'), '7080506510021')
  expect(await screen.findByLabelText('Citizenship')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByRole('link', { name: 'Select your citizenship' })).toBeTruthy()
})

test.each([
  [
    'ro',
    /Conform acestui CNP, data nașterii este 30 septembrie 2006, iar sexul este feminin\. Este corect\?/,
  ],
  [
    'fr',
    /D’après ce CNP, votre date de naissance est le 30 septembre 2006 et votre sexe est féminin\. Est-ce exact \?/,
  ],
  [
    'de',
    /Laut dieser CNP sind Sie am 30\. September 2006 geboren, Geschlecht weiblich\. Stimmt das\?/,
  ],
] as const)('the CNP is described in %s', async (language, text) => {
  const user = await startApplicationForm(language)
  await user.type(screen.getByLabelText(/\(CNP\)/), formCnp)
  expect(await screen.findByText(text)).toBeTruthy()
})

test('errors that a valid CNP resolves disappear immediately', async () => {
  const user = await startApplicationForm()
  const cnp = screen.getByLabelText('Personal numeric code (CNP)')
  await user.type(cnp, '5070315700018')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByRole('link', { name: /^This CNP is not valid/ })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Enter your birth date' })).toBeTruthy()
  await user.type(cnp, '{Backspace}7')
  expect(
    await screen.findByText(/^According to this CNP, your birth date is 15 March 2007/),
  ).toBeTruthy()
  await waitFor(() => expect(screen.queryByText(/^This CNP is not valid/)).toBeNull())
  expect(screen.queryByText('Enter your birth date')).toBeNull()
  // Answers that the CNP does not contain are still missing.
  expect(screen.getByRole('link', { name: 'Enter your last name' })).toBeTruthy()
})
