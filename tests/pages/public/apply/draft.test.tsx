import { changeLanguage } from '@matricola/console/i18n.ts'
import { toggleTheme } from '@matricola/console/theme/theme.ts'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { del, get, set } from 'idb-keyval'
import { expect, test, vi } from 'vitest'
import {
  type ApplicationDraft,
  createApplicationDraft,
} from '#src/public/apply/application-draft.ts'
import { clearDraftFiles } from '#src/public/apply/draft-files.ts'
import { PublicPages } from '#src/public/public-pages.tsx'
import {
  continueTo,
  fillContactStep,
  fillDocumentsStep,
  fillIdentityStep,
  fillProgrammeStep,
  startApplicationForm,
} from '../../support/application-form.ts'
import { openPublicPage } from '../../support/public-page.tsx'

const getStoredDraft = () => get<ApplicationDraft>('matricola.application')
const valueAt = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value

/** Simulates a reload: unmounts the page and renders it again at the same address. */
function reload() {
  cleanup()
  clearDraftFiles()
  render(<PublicPages />)
  return userEvent.setup()
}

test('typed answers are saved on the device after a pause in typing, and the page shows the time', async () => {
  const user = await startApplicationForm()
  await user.type(screen.getByLabelText('Last name'), 'Pop')
  await waitFor(async () => expect((await getStoredDraft())?.values.lastName).toBe('Pop'))
  expect(screen.getByText(/^Saved on this device at \d\d:\d\d \(Romanian time\)$/)).toBeTruthy()
})

test('a reload keeps the step, the answers and the documents', async () => {
  const user = await startApplicationForm()
  await fillIdentityStep(user)
  await fillContactStep(user)
  await fillProgrammeStep(user)
  await fillDocumentsStep(user)
  await waitFor(async () =>
    expect(await get('matricola.application.fileCV')).toMatchObject({ sent: { bytes: 2000 } }),
  )
  const { key } = (await getStoredDraft()) ?? {}
  reload()
  expect(
    await screen.findByRole('heading', {
      level: 1,
      name: 'Check your answers, then send your application',
    }),
  ).toBeTruthy()
  expect(screen.getByText('Str. Observatorului 12')).toBeTruthy()
  expect(screen.getByText('6 060930 52992 7')).toBeTruthy()
  await waitFor(() => expect(screen.getAllByText(/\.jpg/)).toHaveLength(3))
  expect((await getStoredDraft())?.key).toBe(key)
})

test('changes from another tab are merged, so that neither tab loses input from the other', async () => {
  const user = await startApplicationForm()
  await user.type(screen.getByLabelText('Last name'), 'Pop')
  const storedDraft = await waitFor(async () => {
    const draft = await getStoredDraft()
    if (draft?.values.lastName !== 'Pop') throw new Error('not written yet')
    return draft
  })
  const otherTab = new BroadcastChannel('matricola.application')
  await set('matricola.application', {
    ...storedDraft,
    savedAt: new Date().toISOString(),
    values: { ...storedDraft.values, firstName: 'Ana' },
  })
  otherTab.postMessage(null)
  await waitFor(() => expect(valueAt('First name')).toBe('Ana'))
  expect(valueAt('Last name')).toBe('Pop')
  await user.type(screen.getByLabelText('Last name'), 'a')
  await waitFor(async () =>
    expect((await getStoredDraft())?.values).toMatchObject({ lastName: 'Popa', firstName: 'Ana' }),
  )
  await del('matricola.application')
  otherTab.postMessage(null)
  expect(await screen.findByRole('button', { name: 'Start application' })).toBeTruthy()
  otherTab.close()
})

test('the start page offers to continue the saved application, and shows the step that the applicant had reached', async () => {
  const user = await startApplicationForm()
  await fillIdentityStep(user)
  await user.type(screen.getByLabelText('City'), 'Iași')
  cleanup()
  window.history.replaceState(null, '', '/registration/create')
  const reloaded = reload()
  expect(
    await screen.findByText(/^There is an unsent application on this device: step 2 of 5, saved /),
  ).toBeTruthy()
  await reloaded.click(screen.getByRole('button', { name: 'Continue your application' }))
  expect(
    await screen.findByRole('heading', { level: 1, name: 'How we can reach you' }),
  ).toBeTruthy()
  expect(valueAt('City')).toBe('Iași')
})

test('starting over lists what is deleted, and deletes only what the applicant confirmed', async () => {
  await set('matricola.application', { ...createApplicationDraft(), step: 'contact' })
  const { user } = await openPublicPage('/registration/create')
  await user.click(await screen.findByRole('button', { name: 'Start again' }))
  const question = screen.getByRole('alert')
  expect(question.textContent).toMatch(
    /^This deletes the answers and documents saved on this device on /,
  )
  expect(document.activeElement).toBe(question)
  await user.click(screen.getByRole('button', { name: 'Keep them' }))
  const { key } = (await getStoredDraft()) ?? {}
  expect(key).toBeDefined()
  await waitFor(() =>
    expect(document.activeElement).toBe(
      screen.getByRole('button', { name: 'Continue your application' }),
    ),
  )
  await user.click(screen.getByRole('button', { name: 'Start again' }))
  await user.click(screen.getByRole('button', { name: 'Delete and start again' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Your identity' })).toBeTruthy()
  expect((await getStoredDraft())?.key).not.toBe(key)
})

test('changing the language or the theme keeps the step and the answers', async () => {
  const user = await startApplicationForm()
  await user.type(screen.getByLabelText('Last name'), 'Pop')
  await changeLanguage('ro')
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Identitatea dumneavoastră' }),
  ).toBeTruthy()
  expect(valueAt('Nume de familie')).toBe('Pop')
  toggleTheme()
  expect(valueAt('Nume de familie')).toBe('Pop')
  toggleTheme()
})

test('errors are shown in the language of the page, even after the language changes', async () => {
  const user = await startApplicationForm()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByRole('link', { name: 'Enter your last name' })
  await changeLanguage('de')
  expect(await screen.findByRole('link', { name: 'Geben Sie Ihren Nachnamen ein' })).toBeTruthy()
})

test('Back opens the earlier step with its previous values', async () => {
  const user = await startApplicationForm()
  await fillIdentityStep(user)
  await user.type(screen.getByLabelText('City'), 'Iași')
  await user.click(screen.getByRole('link', { name: 'Back' }))
  const heading = await screen.findByRole('heading', { level: 1, name: 'Your identity' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(valueAt('First name')).toBe('Ștefania')
  window.history.back()
  await screen.findByRole('heading', { level: 1, name: 'How we can reach you' })
  expect(valueAt('City')).toBe('Iași')
})

test('on a shared computer answers are kept only in the tab', async () => {
  const user = await startApplicationForm()
  await user.type(screen.getByLabelText('Last name'), 'Pop')
  await waitFor(async () => expect((await getStoredDraft())?.values.lastName).toBe('Pop'))
  await user.click(screen.getByRole('checkbox', { name: /^I am using a shared computer/ }))
  await waitFor(async () => expect(await getStoredDraft()).toBeUndefined())
  await waitFor(() => expect(sessionStorage.getItem('matricola.application')).toContain('Pop'))
  expect(await screen.findByText(/^Saved at .+, until you close this tab/)).toBeTruthy()
  reload()
  await waitFor(() => expect(valueAt('Last name')).toBe('Pop'))
  expect(await getStoredDraft()).toBeUndefined()
})

test('an application draft older than thirty days is removed', async () => {
  await set('matricola.application', {
    ...createApplicationDraft(),
    savedAt: '2020-01-01T00:00:00.000Z',
  })
  await openPublicPage('/registration/create')
  expect(await screen.findByRole('button', { name: 'Start application' })).toBeTruthy()
  await waitFor(async () => expect(await getStoredDraft()).toBeUndefined())
})

test('if the browser cannot store anything, the page says so and the form still works', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const user = await startApplicationForm()
  expect(await screen.findByText(/^This browser can’t save your answers\./)).toBeTruthy()
  await user.type(screen.getByLabelText('Last name'), 'Pop')
  expect(valueAt('Last name')).toBe('Pop')
})

test('without an application draft, the URL of a step shows the start page', async () => {
  await openPublicPage('/registration/create?step=contact')
  expect(await screen.findByRole('button', { name: 'Start application' })).toBeTruthy()
})

test('after a step is changed from the last page, that page opens again with the focus on the link to the step', async () => {
  const user = await startApplicationForm()
  await fillIdentityStep(user)
  await fillContactStep(user)
  await fillProgrammeStep(user)
  await fillDocumentsStep(user)
  await user.click(screen.getByRole('link', { name: 'Change Contact details' }))
  const heading = await screen.findByRole('heading', { level: 1, name: 'How we can reach you' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  await continueTo(user, 'Check your answers, then send your application')
  await waitFor(() =>
    expect(document.activeElement).toBe(
      screen.getByRole('link', { name: 'Change Contact details' }),
    ),
  )
})

test('after an answer is changed from the last page, that page opens again at the same position', async () => {
  const user = await startApplicationForm()
  await fillIdentityStep(user)
  await fillContactStep(user)
  await fillProgrammeStep(user)
  await fillDocumentsStep(user)
  await user.click(screen.getByRole('link', { name: 'Change City' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('City')))
  await user.clear(screen.getByLabelText('City'))
  await user.type(screen.getByLabelText('City'), 'Turda')
  await continueTo(user, 'Check your answers, then send your application')
  expect(screen.getByText('Turda')).toBeTruthy()
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Change City' })),
  )
})
