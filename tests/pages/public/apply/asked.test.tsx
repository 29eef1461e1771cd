/** Questions and documents of programmes in the form: shown where a chosen programme asks, kept where a choice changes back, and sent with the rest. */
import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { WireIntake } from '#model/admission/wire.ts'
import { admissionEndpoints } from '#model/endpoints.ts'
import { begin, byMerit, fillContact, fillDocuments, fillIdentity, go } from '../../support/application-form.ts'
import { jpeg } from '../../support/documents.ts'
import { failure, on, success } from '../../support/network.ts'

const submitted = { reference: 'ID12345678', accessCode: '7KQF3MZD4X', status: 'submitted', submittedAt: '2026-09-07T11:02:00.000Z' }
const letter = 'Vreau să studiez geometria.'

/** The admission by merit in which geometry asks for a letter and a portfolio. */
function asking(): Partial<WireIntake> {
  const admission = byMerit()
  const labels = (en: string) => ({ en, ro: en, fr: en, de: en })
  return {
    ...admission,
    specializations: (admission.specializations ?? []).map((programme) =>
      programme.code === 'GEO' && programme.merit
        ? { ...programme, merit: { ...programme.merit, more: ['motivation', 'filePortfolio'] } }
        : programme,
    ),
    ...(admission.merit && {
      merit: {
        ...admission.merit,
        asked: [
          { name: 'motivation', labels: labels('Motivation letter') },
          { name: 'filePortfolio', labels: labels('Portfolio') },
        ],
      },
    }),
  }
}

async function openChoices() {
  const hands = await begin('en', asking())
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
  await hands.clear(screen.getByLabelText('Grade in Romanian'))
  await hands.type(screen.getByLabelText('Grade in Romanian'), '8')
}

test('a question stands in the form while a chosen programme asks it, says which, and keeps its answer for when the choice is back', async () => {
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

test('what a chosen programme asks for is demanded beside its field, and what no chosen one asks for is neither demanded nor sent', async () => {
  const { seen } = on(admissionEndpoints.submit, () => success(submitted))
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

test('answers and documents that were asked for are shown before sending, sent, and led back to where the server refuses one', async () => {
  const { seen } = on(admissionEndpoints.submit, () => failure(422, 'input.invalid', '', { motivation: [{ code: 'required' }] }))
  const hands = await openChoices()
  await chooseGeometry(hands)
  await hands.click(letterField() as HTMLTextAreaElement)
  await hands.paste(letter)
  await go(hands, 'Your documents')
  await hands.click(screen.getByRole('button', { name: 'Continue' }))
  expect(within(await screen.findByRole('alert')).getByRole('link', { name: /Portfolio/ })).toBeTruthy()
  on(admissionEndpoints.sendFile, () =>
    success({ id: '00000000-0000-4000-8000-000000000777', name: 'p.jpg', mediaType: 'image/jpeg', bytes: 9 }),
  )
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
  expect(await seen[0]?.json()).toMatchObject({ motivation: letter, filePortfolio: '00000000-0000-4000-8000-000000000777' })
})
