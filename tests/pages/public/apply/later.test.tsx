import { screen, waitFor } from '@testing-library/react'
import { get, set } from 'idb-keyval'
import { describe, expect, test } from 'vitest'
import type { WireFoundDraft, WireKeptDraft } from '#model/admission/wire.ts'
import { admissionEndpoints } from '#model/endpoints.ts'
import { type Draft, newDraft, noAnswers } from '#src/public/apply/draft.ts'
import { saveLater } from '#src/public/apply/later/later.ts'
import type { DraftDoor } from '#src/public/apply/use-draft.ts'
import { admissionIs, begin, fillEverything } from '../../support/application-form.ts'
import { idOf } from '../../support/console.tsx'
import { failure, on, success } from '../../support/network.ts'
import { openPublicPage } from '../../support/public-page.tsx'

const id = idOf(77)
const accessCode = '7KQF3MZD4X'
const kept: WireKeptDraft = {
  id,
  version: 1,
  savedAt: '2026-09-07T11:00:00.000Z',
  keptUntil: '2026-10-07T11:00:00.000Z',
  documents: {},
  isFull: false,
}
const sent: WireFoundDraft = { state: 'sent', reference: 'ID12345678', sentAt: '2026-09-07T11:02:00.000Z' }
const alreadySent = () => failure(409, 'registration.sent', 'This application has been sent already. Check your status.')
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const statusLink = () => screen.getByRole('link', { name: 'Check your application status' }).getAttribute('href')

/** Keeps an application on this device, filled in up to the contact. */
async function keepHere(part: Partial<Draft> = {}): Promise<Draft> {
  const values = { ...noAnswers, lastName: 'Țîrlea', personalEmail: 'stefania@example.ro', phone: '0740 123 456', city: 'Cluj-Napoca' }
  const draft: Draft = {
    ...newDraft(),
    step: 'contact',
    values: { ...values, address: 'Str. Observatorului 12', postalCode: '400500' },
    ...part,
  }
  await set('matricola.application', draft)
  return draft
}
const later = { ...kept, accessCode, base: { values: noAnswers, filled: [], documents: {} } }
const hereStill = async () => (await get<Draft>('matricola.application'))?.values.lastName

/** Opens the link of a saved application with its code. */
async function resume() {
  const { hands } = await openPublicPage(`/registration/create?step=resume#t=${id}`)
  await hands.type(await screen.findByLabelText('Access code'), accessCode)
  await hands.click(screen.getByRole('button', { name: 'Open the application' }))
  return hands
}

describe('an application that was sent from elsewhere', () => {
  test('is not saved anew: the button leads to its status, and what was typed stays until it is removed', async () => {
    admissionIs()
    on(admissionEndpoints.saveDraft, alreadySent)
    await keepHere()
    const { hands } = await openPublicPage('/registration/create?step=later')
    await hands.click(await screen.findByRole('button', { name: 'Save and send the link' }))
    expect(await heading('This application has been sent')).toBe(document.activeElement)
    expect(statusLink()).toBe('/registration/status')
    expect(screen.queryByText(/^We received your application on/)).toBeNull()
    expect(await hereStill()).toBe('Țîrlea')
    await hands.click(screen.getByRole('button', { name: 'Remove from this device' }))
    await waitFor(() => expect(window.location.search).toBe(''))
    expect(await screen.findByRole('button', { name: 'Start application' })).toBeTruthy()
    expect(await get('matricola.application')).toBeUndefined()
  })

  test('goes no further on the other device, which is told when it was sent and under which reference', async () => {
    admissionIs()
    on(admissionEndpoints.updateDraft, alreadySent)
    const { seen } = on(admissionEndpoints.openDraft, () => success(sent))
    await keepHere({ later })
    const { hands } = await openPublicPage('/registration/create?step=contact')
    await hands.click(await screen.findByRole('button', { name: 'Continue' }))
    expect(await heading('This application has been sent')).toBeTruthy()
    expect(screen.getByText('We received your application on 7 September 2026 at 14:02 (Romanian time).')).toBeTruthy()
    expect(screen.getByText('ID12345678')).toBeTruthy()
    expect(statusLink()).toBe('/registration/status')
    expect(await seen[0]?.json()).toEqual({ accessCode })
    // Loaded again, the form does not open either.
    document.body.innerHTML = ''
    await openPublicPage('/registration/create')
    expect(await heading('This application has been sent')).toBeTruthy()
  })

  test('is not sent a second time with other answers', async () => {
    on(admissionEndpoints.submit, () => failure(422, 'request.differs', 'This key was used for something else.'))
    const hands = await begin()
    await fillEverything(hands)
    await hands.click(screen.getByRole('button', { name: 'Submit application' }))
    expect(await heading('This application has been sent')).toBeTruthy()
    expect(await hereStill()).toBe('Țîrlea')
  })

  test('is told by its link and code on a device that holds nothing, with nothing typed to show', async () => {
    admissionIs({ isOpen: false, closedBecause: 'late', closesAt: '2026-09-30T13:00:00.000Z', now: '2026-10-02T11:00:00.000Z' })
    on(admissionEndpoints.openDraft, () => success(sent))
    await resume()
    expect(await heading('This application has been sent')).toBeTruthy()
    expect(screen.getByText('ID12345678')).toBeTruthy()
    expect(statusLink()).toBe('/registration/status')
    expect(screen.queryByRole('button', { name: 'Remove from this device' })).toBeNull()
  })
})

describe('a link that continues nothing', () => {
  const outcomes: readonly (readonly [WireFoundDraft, string, RegExp])[] = [
    [
      { state: 'waiting', keptUntil: kept.keptUntil },
      'Your application is saved',
      /stays with the university until 7 October 2026 at 14:00/,
    ],
    [{ state: 'expired', keptUntil: kept.keptUntil }, 'What was saved is no longer kept', /^It was kept until 7 October 2026 at 14:00/],
    [{ state: 'over', session: 'Admitere 2026' }, 'The admission of this application is over', /belongs to “Admitere 2026”/],
    [{ state: 'over', session: null }, 'The admission of this application is over', /belongs to an admission that is over/],
  ]
  test.each(outcomes)('%o is a page of its own, with a way on', async (found, title, words) => {
    admissionIs()
    on(admissionEndpoints.openDraft, () => success(found))
    const hands = await resume()
    expect(await heading(title)).toBe(document.activeElement)
    expect(screen.getByText(words)).toBeTruthy()
    expect(statusLink()).toBe('/registration/status')
    await hands.click(screen.getByRole('link', { name: 'Start a new application' }))
    expect(await screen.findByRole('button', { name: 'Start application' })).toBeTruthy()
  })

  test('leads back to what this device holds itself', async () => {
    admissionIs()
    on(admissionEndpoints.openDraft, () => success({ state: 'expired', keptUntil: kept.keptUntil }))
    await keepHere({ later })
    const hands = await resume()
    await hands.click(await screen.findByRole('link', { name: 'Continue the application on this device' }))
    expect((await screen.findByLabelText<HTMLInputElement>('City')).value).toBe('Cluj-Napoca')
  })

  test('while applications are stopped no new one is offered', async () => {
    admissionIs({ isOpen: false, closedBecause: 'stopped' })
    on(admissionEndpoints.openDraft, () => success({ state: 'waiting', keptUntil: kept.keptUntil }))
    await resume()
    expect(await heading('Your application is saved')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Start a new application' })).toBeNull()
  })

  test('unknown, or with a wrong code, it says so and shows the other ways', async () => {
    admissionIs()
    on(admissionEndpoints.openDraft, () => failure(400, 'accessCode.wrong', 'This access code is not right.'))
    await resume()
    expect(await screen.findByText(/^This code and this link open no saved application\./)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Start a new application' })).toBeTruthy()
    expect(statusLink()).toBe('/registration/status')
  })
})

test('stopped while it is saved: the page says so, and where the answers lie', async () => {
  admissionIs()
  on(admissionEndpoints.updateDraft, () => failure(403, 'registration.stopped', 'University Registration stopped'))
  await keepHere({ later })
  const { hands } = await openPublicPage('/registration/create?step=later')
  const save = await screen.findByRole('button', { name: 'Save again and send the link' })
  admissionIs({ isOpen: false, closedBecause: 'stopped' })
  await hands.click(save)
  expect(await heading('University Registration stopped')).toBeTruthy()
  expect(screen.getByText(/^Your answers are kept on this device until \d/)).toBeTruthy()
  expect(screen.getByText(/^They are also saved with the university: the same link and access code/)).toBeTruthy()
})

test('documents that the server has no room for are named as such, and the answers as saved', async () => {
  admissionIs()
  on(admissionEndpoints.saveDraft, () => success({ ...kept, accessCode, isFull: true }))
  const draft = await keepHere()
  await set('matricola.application.fileCV', {
    file: { blob: new Blob(['%PDF-']), name: 'cv.pdf', originalBytes: 5 },
    isReady: true,
    sent: { id: idOf(5), name: 'cv.pdf', mediaType: 'application/pdf', bytes: 5 },
    writtenAt: new Date().toISOString(),
  })
  const { hands } = await openPublicPage('/registration/create?step=later')
  await hands.click(await screen.findByRole('button', { name: 'Save and send the link' }))
  expect(await screen.findByText(/^Documents are missing from what was saved: too many are kept from this network/)).toBeTruthy()
  await waitFor(async () => expect((await get<Draft>('matricola.application'))?.later?.accessCode).toBe(accessCode))
  expect((await get<Draft>('matricola.application'))?.key).toBe(draft.key)
})

test('saved in the moment after a reload, it keeps its documents: those that are not back yet are not removed', async () => {
  const sentBefore = { id: idOf(5), name: 'cv.pdf', mediaType: 'application/pdf', bytes: 5 }
  await set('matricola.application.fileCV', {
    file: { blob: new Blob(['%PDF-']), name: 'cv.pdf', originalBytes: 5 },
    isReady: true,
    sent: sentBefore,
    writtenAt: new Date().toISOString(),
  })
  const { seen } = on(admissionEndpoints.updateDraft, () => success({ ...kept, version: 2 }))
  const draft = await keepHere({ later: { ...later, base: { ...later.base, documents: { fileCV: sentBefore.id } } } })
  const door = { latest: () => draft, change: () => {} } as unknown as DraftDoor
  await saveLater(door)
  expect(await seen[0]?.json()).toMatchObject({ documents: { fileCV: sentBefore.id } })
})
