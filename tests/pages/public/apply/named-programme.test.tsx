import { screen } from '@testing-library/react'
import { get, set } from 'idb-keyval'
import { expect, test } from 'vitest'
import { type Draft, draftKey, newDraft } from '#src/public/apply/draft.ts'
import { fillContact, fillIdentity } from '../../support/application-form.ts'
import { idOf } from '../../support/ids.ts'
import { openPublicPage } from '../../support/public-page.tsx'

const chosen = () => screen.getAllByRole<HTMLInputElement>('radio').flatMap(({ checked, value }) => (checked ? [value] : []))
const kept = async () => {
  const { departmentProfileId, specializationId } = (await get<Draft>(draftKey))?.values ?? {}
  return [departmentProfileId, specializationId]
}
/** Opens the form from a programme's page. `button` is the one that starts it. */
async function openFor(programme: string, button = 'Start application') {
  const { hands } = await openPublicPage(`/registration/create?programme=${programme}`)
  await hands.click(await screen.findByRole('button', { name: button }))
  return hands
}

test('the form opened from a programme’s page keeps that programme chosen, and the applicant can choose another', async () => {
  const hands = await openFor('SISTD-M')
  await screen.findByLabelText(/\(CNP\)/)
  await fillIdentity(hands)
  await fillContact(hands)
  expect(chosen()).toEqual([idOf(1), idOf(12)])
  expect(await kept()).toEqual([idOf(1), idOf(12)])
  await hands.click(screen.getByRole('radio', { name: /^Matematică/ }))
  await hands.click(screen.getByRole('radio', { name: /^Algebră/ }))
  expect(chosen()).toEqual([idOf(2), idOf(21)])
})

test('a programme that is no longer offered is not preselected', async () => {
  await openFor('RETRASA')
  await screen.findByLabelText(/\(CNP\)/)
  expect(await kept()).toEqual(['', ''])
})

test('an application in progress keeps its programme', async () => {
  const values = { departmentProfileId: idOf(2), specializationId: idOf(21) }
  await set(draftKey, { ...newDraft(values), step: 'programme' })
  await openFor('INFRO', 'Continue your application')
  await screen.findByRole('heading', { level: 1, name: 'What you want to study' })
  expect(chosen()).toEqual([idOf(2), idOf(21)])
})

test('an application in progress without a programme takes that of the page', async () => {
  await set(draftKey, { ...newDraft(), step: 'programme' })
  await openFor('INFRO', 'Continue your application')
  await screen.findByRole('heading', { level: 1, name: 'What you want to study' })
  expect(chosen()).toEqual([idOf(1), idOf(11)])
})
