/**
 * Questions and documents that programmes add to the form: shown if a chosen programme asks for them, kept if a choice changes
 * back, and sent with the other answers.
 */
import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { admissionEndpoints } from '#model/admission/endpoints.ts'
import { begin, fillContact, fillDocuments, fillIdentity, giveByMerit, go } from '../../support/application-form.ts'
import { jpeg } from '../../support/documents.ts'
import { failure, on, watch } from '../../support/network.ts'

const letter = 'Vreau să studiez geometria.'

async function openChoices() {
  await giveByMerit({ asks: ['motivation', 'filePortfolioUrl'] })
  const hands = await begin()
  await fillIdentity(hands)
  await fillContact(hands)
  await choose(hands, 'Algebră')
  await hands.type(screen.getByLabelText('Baccalaureate average'), '9')
  return hands
}

const choose = async (hands: UserEvent, name: string) => {
  const [programme] = screen.getAllByLabelText<HTMLSelectElement>('Specialization')
  if (programme) await hands.selectOptions(programme, within(programme).getByRole('option', { name: new RegExp(`^${name}`) }))
}
const letterField = () => screen.queryByLabelText<HTMLTextAreaElement>('Motivation letter')
const portfolioField = () => screen.queryByLabelText('Portfolio', { selector: 'input' })
const chooseGeometry = async (hands: UserEvent) => {
  await choose(hands, 'Geometrie')
  await hands.clear(screen.getByLabelText('Baccalaureate grade in Romanian'))
  await hands.type(screen.getByLabelText('Baccalaureate grade in Romanian'), '8')
}

test('a question shows while a chosen programme asks it, names that programme, and keeps its answer for later', async () => {
  const hands = await openChoices()
  expect(letterField()).toBeNull()
  await chooseGeometry(hands)
  const section = within(screen.getByRole('region', { name: 'Questions of your programmes' }))
  const described = section.getByLabelText('Motivation letter').getAttribute('aria-describedby')?.split(' ') ?? []
  expect(described.map((id) => document.getElementById(id)?.textContent).join()).toContain('Geometrie')
  await hands.click(section.getByLabelText('Motivation letter'))
  await hands.paste(letter)
  await choose(hands, 'Algebră')
  expect(letterField()).toBeNull()
  await choose(hands, 'Geometrie')
  expect(letterField()?.value).toBe(letter)
})

test('questions of a chosen programme are required next to their fields; other questions are neither required nor sent', async () => {
  const { seen } = watch(admissionEndpoints.submit)
  const hands = await openChoices()
  await chooseGeometry(hands)
  await hands.click(screen.getByRole('button', { name: 'Continue' }))
  const summary = await screen.findByRole('alert')
  await hands.click(within(summary).getByRole('link', { name: 'Missing: Motivation letter' }))
  expect(document.activeElement).toBe(letterField())
  expect(letterField()?.getAttribute('aria-invalid')).toBe('true')
  await hands.paste(letter)
  await go(hands, 'Your documents')
  expect(portfolioField()).toBeTruthy()
  await hands.upload(portfolioField() as HTMLInputElement, jpeg('portfolio.jpg'))
  await hands.click(screen.getByRole('link', { name: 'Back' }))
  await screen.findByRole('heading', { level: 1, name: 'What you want to study' })
  await choose(hands, 'Algebră')
  await go(hands, 'Your three documents')
  expect(portfolioField()).toBeNull()
  await fillDocuments(hands)
  expect(document.body.textContent).not.toContain(letter)
  await hands.click(screen.getByRole('checkbox', { name: /^The information is true/ }))
  await hands.click(screen.getByRole('button', { name: 'Submit application' }))
  await screen.findByRole('heading', { level: 1, name: 'Application sent' })
  const sent = (await seen[0]?.json()) as Record<string, unknown>
  expect([sent.motivation ?? null, sent.filePortfolio ?? null]).toEqual([null, null])
})

test('answers and requested documents are shown before submission and sent, and a server refusal leads back to them', async () => {
  const { seen } = on(admissionEndpoints.submit, () => failure(422, 'input.invalid', '', { motivation: [{ code: 'required' }] }))
  const hands = await openChoices()
  await chooseGeometry(hands)
  await hands.click(letterField() as HTMLTextAreaElement)
  await hands.paste(letter)
  await go(hands, 'Your documents')
  await hands.click(screen.getByRole('button', { name: 'Continue' }))
  expect(within(await screen.findByRole('alert')).getByRole('link', { name: /Portfolio/ })).toBeTruthy()
  await hands.upload(portfolioField() as HTMLInputElement, jpeg('portfolio.jpg'))
  await fillDocuments(hands)
  expect(within(screen.getByRole('region', { name: 'Programme' })).getByText(letter)).toBeTruthy()
  expect(within(screen.getByRole('region', { name: 'Your documents' })).getByText(/^portfolio.jpg/)).toBeTruthy()
  await hands.click(screen.getByRole('checkbox', { name: /^The information is true/ }))
  await hands.click(screen.getByRole('button', { name: 'Submit application' }))
  const [back] = await screen.findAllByRole('link', { name: 'Missing: Motivation letter' })
  await hands.click(back as HTMLElement)
  await screen.findByRole('heading', { level: 1, name: 'What you want to study' })
  expect(letterField()?.value).toBe(letter)
  expect(await seen[0]?.json()).toMatchObject({ motivation: letter, filePortfolio: expect.stringMatching(/^[\da-f-]{36}$/) })
})
