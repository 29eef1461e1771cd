import { fixedId } from '@matricola/testing/pages/fixed-ids.ts'
import { screen } from '@testing-library/react'
import { get, set } from 'idb-keyval'
import { expect, test } from 'vitest'
import {
  type ApplicationDraft,
  createApplicationDraft,
  draftKey,
} from '#src/public/apply/application-draft.ts'
import { fillContactStep, fillIdentityStep } from '../../support/application-form.ts'
import { openPublicPage } from '../../support/public-page.tsx'

const chosen = () =>
  screen
    .getAllByRole<HTMLInputElement>('radio')
    .flatMap(({ checked, value }) => (checked ? [value] : []))
const getStoredProgramme = async () => {
  const { departmentProfileId, specializationId } =
    (await get<ApplicationDraft>(draftKey))?.values ?? {}
  return [departmentProfileId, specializationId]
}
/** Opens the form from a programme's page. `button` is the label of the button that starts it. */
async function openFor(programme: string, button = 'Start application') {
  const { user } = await openPublicPage(`/registration/create?programme=${programme}`)
  await user.click(await screen.findByRole('button', { name: button }))
  return user
}

test('the form opened from a programme’s page keeps that programme chosen, and the applicant can choose another', async () => {
  const user = await openFor('SISTD-M')
  await screen.findByLabelText(/\(CNP\)/)
  await fillIdentityStep(user)
  await fillContactStep(user)
  expect(chosen()).toEqual([fixedId(1), fixedId(12)])
  expect(await getStoredProgramme()).toEqual([fixedId(1), fixedId(12)])
  await user.click(screen.getByRole('radio', { name: /^Matematică/ }))
  await user.click(screen.getByRole('radio', { name: /^Algebră/ }))
  expect(chosen()).toEqual([fixedId(2), fixedId(21)])
})

test('a programme that is no longer offered is not preselected', async () => {
  await openFor('RETRASA')
  await screen.findByLabelText(/\(CNP\)/)
  expect(await getStoredProgramme()).toEqual(['', ''])
})

test('an application in progress keeps its programme', async () => {
  const values = { departmentProfileId: fixedId(2), specializationId: fixedId(21) }
  await set(draftKey, { ...createApplicationDraft(values), step: 'programme' })
  await openFor('INFRO', 'Continue your application')
  await screen.findByRole('heading', { level: 1, name: 'What you want to study' })
  expect(chosen()).toEqual([fixedId(2), fixedId(21)])
})

test('an application in progress without a programme takes the page’s programme', async () => {
  await set(draftKey, { ...createApplicationDraft(), step: 'programme' })
  await openFor('INFRO', 'Continue your application')
  await screen.findByRole('heading', { level: 1, name: 'What you want to study' })
  expect(chosen()).toEqual([fixedId(1), fixedId(11)])
})
