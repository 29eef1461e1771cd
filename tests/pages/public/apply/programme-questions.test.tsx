/**
 * Questions and documents that programmes add to the form: shown if a chosen programme asks for
 * them, and sent with the other answers. If the choice changes, answers are kept in case it changes
 * back.
 */

import { failureResponse, handle, recordRequests } from '@matricola/testing/pages/network.ts'
import { screen, within } from '@testing-library/react'
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
import { jpegFile } from '../../support/documents.ts'

const motivationText = 'Vreau să studiez geometria.'

async function openChoices() {
  await offerProgrammesByMerit({ requirements: ['motivation', 'filePortfolioUrl'] })
  const user = await startApplicationForm()
  await fillIdentityStep(user)
  await fillContactStep(user)
  await choose(user, 'Algebră')
  await user.type(screen.getByLabelText('Baccalaureate average'), '9')
  return user
}

const choose = async (user: UserEvent, name: string) => {
  const [programme] = screen.getAllByLabelText<HTMLSelectElement>('Specialization')
  if (programme)
    await user.selectOptions(
      programme,
      within(programme).getByRole('option', { name: new RegExp(`^${name}`) }),
    )
}
const letterField = () => screen.queryByLabelText<HTMLTextAreaElement>('Motivation letter')
const portfolioField = () => screen.queryByLabelText('Portfolio', { selector: 'input' })
const chooseGeometry = async (user: UserEvent) => {
  await choose(user, 'Geometrie')
  await user.clear(screen.getByLabelText('Baccalaureate grade in Romanian'))
  await user.type(screen.getByLabelText('Baccalaureate grade in Romanian'), '8')
}

test('a question is shown with its programme while that programme is chosen, and keeps its answer', async () => {
  const user = await openChoices()
  expect(letterField()).toBeNull()
  await chooseGeometry(user)
  const section = within(screen.getByRole('region', { name: 'Questions from your programmes' }))
  const described =
    section.getByLabelText('Motivation letter').getAttribute('aria-describedby')?.split(' ') ?? []
  expect(described.map((id) => document.getElementById(id)?.textContent).join()).toContain(
    'Geometrie',
  )
  await user.click(section.getByLabelText('Motivation letter'))
  await user.paste(motivationText)
  await choose(user, 'Algebră')
  expect(letterField()).toBeNull()
  await choose(user, 'Geometrie')
  expect(letterField()?.value).toBe(motivationText)
})

test("a missing answer to a chosen programme's question is reported at its field; other questions are neither required nor sent", async () => {
  const { requests } = recordRequests(admissionEndpoints.submit)
  const user = await openChoices()
  await chooseGeometry(user)
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  const summary = await screen.findByRole('alert')
  await user.click(within(summary).getByRole('link', { name: 'Missing: Motivation letter' }))
  expect(document.activeElement).toBe(letterField())
  expect(letterField()?.getAttribute('aria-invalid')).toBe('true')
  await user.paste(motivationText)
  await continueTo(user, 'Your documents')
  expect(portfolioField()).toBeTruthy()
  await user.upload(portfolioField() as HTMLInputElement, jpegFile('portfolio.jpg'))
  await user.click(screen.getByRole('link', { name: 'Back' }))
  await screen.findByRole('heading', { level: 1, name: 'What you want to study' })
  await choose(user, 'Algebră')
  await continueTo(user, 'Your three documents')
  expect(portfolioField()).toBeNull()
  await fillDocumentsStep(user)
  expect(document.body.textContent).not.toContain(motivationText)
  await user.click(screen.getByRole('checkbox', { name: /^The information is true/ }))
  await user.click(screen.getByRole('button', { name: 'Submit application' }))
  await screen.findByRole('heading', { level: 1, name: 'Application sent' })
  const sent = (await requests[0]?.json()) as Record<string, unknown>
  expect([sent.motivation ?? null, sent.filePortfolio ?? null]).toEqual([null, null])
})

test('answers and requested documents are shown before submission and sent, and a server refusal leads back to them', async () => {
  const { requests } = handle(admissionEndpoints.submit, () =>
    failureResponse(422, 'input.invalid', '', { motivation: [{ code: 'required' }] }),
  )
  const user = await openChoices()
  await chooseGeometry(user)
  await user.click(letterField() as HTMLTextAreaElement)
  await user.paste(motivationText)
  await continueTo(user, 'Your documents')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(
    within(await screen.findByRole('alert')).getByRole('link', { name: /Portfolio/ }),
  ).toBeTruthy()
  await user.upload(portfolioField() as HTMLInputElement, jpegFile('portfolio.jpg'))
  await fillDocumentsStep(user)
  expect(
    within(screen.getByRole('region', { name: 'Programme' })).getByText(motivationText),
  ).toBeTruthy()
  expect(
    within(screen.getByRole('region', { name: 'Your documents' })).getByText(/^portfolio.jpg/),
  ).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: /^The information is true/ }))
  await user.click(screen.getByRole('button', { name: 'Submit application' }))
  const [missingLink] = await screen.findAllByRole('link', { name: 'Missing: Motivation letter' })
  await user.click(missingLink as HTMLElement)
  await screen.findByRole('heading', { level: 1, name: 'What you want to study' })
  expect(letterField()?.value).toBe(motivationText)
  expect(await requests[0]?.json()).toMatchObject({
    motivation: motivationText,
    filePortfolio: expect.stringMatching(/^[\da-f-]{36}$/),
  })
})
