import { screen, waitFor } from '@testing-library/react'
import { get, set } from 'idb-keyval'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dayInWords, inWords, momentInWords, timeInWords, today } from '#model/values/dates.ts'
import type { Language } from '#model/vocabulary.ts'
import { type Draft, keptUntil, newDraft } from '#src/public/apply/draft.ts'
import { admissionIs } from '../../support/application-form.ts'
import { openPublicPage } from '../../support/public-page.tsx'

// Honolulu is twelve or thirteen hours behind the university, so the local date usually differs.
const { TZ } = process.env
beforeEach(() => {
  process.env.TZ = 'Pacific/Honolulu'
  expect(new Date('2026-09-07T01:00:00Z').getDate()).toBe(6)
})
afterEach(() => {
  if (TZ === undefined) delete process.env.TZ
  else process.env.TZ = TZ
})

/** Stores a draft on this device that was saved yesterday at 22:30 UTC, which is today in Romania. */
async function keepDraft(): Promise<Draft> {
  const savedAt = `${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}T22:30:00.000Z`
  const draft: Draft = { ...newDraft({ lastName: 'Pop' }), savedAt }
  await set('matricola.application', draft)
  return draft
}

const zones: { readonly [L in Language]?: string } = {
  en: 'Romanian time',
  ro: 'ora României',
  fr: 'heure de Roumanie',
  de: 'rumänische Zeit',
}

test.each(['en', 'ro', 'fr', 'de'] as const)(
  'the start page says in %s in Romanian time when an application was saved',
  async (language) => {
    const { savedAt } = await keepDraft()
    const { hands } = await openPublicPage('/registration/create', language)
    const moment = `${momentInWords(savedAt, language)} (${zones[language]})`
    expect(moment).toContain(today(new Date(savedAt)).slice(0, 4))
    const texts = await screen.findAllByText((text) => text.includes(moment))
    expect(texts).toHaveLength(1)
    const [, again] = document.querySelectorAll<HTMLButtonElement>('.apply-resume > button')
    if (again) await hands.click(again)
    expect(screen.getAllByText((text) => text.includes(moment))).toHaveLength(2)
  },
)

test('a step says in Romanian time when its answers were saved', async () => {
  await keepDraft()
  const { hands } = await openPublicPage('/registration/create')
  await hands.click(await screen.findByRole('button', { name: 'Continue your application' }))
  await hands.type(await screen.findByLabelText('First name'), 'Ana')
  await waitFor(async () => expect((await get<Draft>('matricola.application'))?.values.firstName).toBe('Ana'))
  const { savedAt = '' } = (await get<Draft>('matricola.application')) ?? {}
  const line = screen.getByText(/^Saved on this device/).textContent
  expect(line).toBe(`Saved on this device ${timeInWords(savedAt, 'en')} (Romanian time)`)
  expect(line).not.toContain(inWords(new Date(savedAt), 'en', { timeStyle: 'short', timeZone: 'Pacific/Honolulu' }))
})

test('if no applications are taken, the day until which answers are kept follows the university’s time zone', async () => {
  const draft = await keepDraft()
  await admissionIs({ settings: { registrationOpen: false } })
  await openPublicPage('/registration/create')
  const day = dayInWords(today(keptUntil(draft)), 'en')
  expect(await screen.findByText(`Your answers are kept on this device until ${day}.`)).toBeTruthy()
  expect(day).not.toBe(inWords(keptUntil(draft), 'en', { dateStyle: 'long', timeZone: 'Pacific/Honolulu' }))
})
