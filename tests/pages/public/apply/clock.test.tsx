import {
  formatLongDay,
  formatLongInstant,
  formatMoment,
  formatTime,
  today,
} from '@matricola/schema/values/dates.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import { screen, waitFor } from '@testing-library/react'
import { get, set } from 'idb-keyval'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type ApplicationDraft,
  createApplicationDraft,
  localDraftExpiresAt,
} from '#src/public/apply/application-draft.ts'
import { setAdmission } from '../../support/application-form.ts'
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

/**
 * Stores a draft on this device that was saved yesterday at 22:30 UTC, which is today in Romania.
 */
async function saveDraftOnDevice(): Promise<ApplicationDraft> {
  const savedAt = `${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}T22:30:00.000Z`
  const draft: ApplicationDraft = { ...createApplicationDraft({ lastName: 'Pop' }), savedAt }
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
  'the start page shows in %s when an application was saved, in Romanian time',
  async (language) => {
    const { savedAt } = await saveDraftOnDevice()
    const { user } = await openPublicPage('/registration/create', language)
    const moment = `${formatLongInstant(savedAt, language)} (${zones[language]})`
    expect(moment).toContain(today(new Date(savedAt)).slice(0, 4))
    const texts = await screen.findAllByText((text) => text.includes(moment))
    expect(texts).toHaveLength(1)
    const [, secondButton] = document.querySelectorAll<HTMLButtonElement>('.apply-resume > button')
    if (secondButton) await user.click(secondButton)
    expect(screen.getAllByText((text) => text.includes(moment))).toHaveLength(2)
  },
)

test('a step shows in Romanian time when its answers were saved', async () => {
  await saveDraftOnDevice()
  const { user } = await openPublicPage('/registration/create')
  await user.click(await screen.findByRole('button', { name: 'Continue your application' }))
  await user.type(await screen.findByLabelText('First name'), 'Ana')
  await waitFor(async () =>
    expect((await get<ApplicationDraft>('matricola.application'))?.values.firstName).toBe('Ana'),
  )
  const { savedAt = '' } = (await get<ApplicationDraft>('matricola.application')) ?? {}
  const line = screen.getByText(/^Saved on this device/).textContent
  expect(line).toBe(`Saved on this device at ${formatTime(savedAt, 'en')} (Romanian time)`)
  expect(line).not.toContain(
    formatMoment(new Date(savedAt), 'en', { timeStyle: 'short', timeZone: 'Pacific/Honolulu' }),
  )
})

test('if the university accepts no applications, the page shows in its time zone until which day answers stay saved', async () => {
  const draft = await saveDraftOnDevice()
  await setAdmission({ settings: { registrationOpen: false } })
  await openPublicPage('/registration/create')
  const day = formatLongDay(today(localDraftExpiresAt(draft)), 'en')
  expect(
    await screen.findByText(`Your answers are saved on this device until ${day}.`),
  ).toBeTruthy()
  expect(day).not.toBe(
    formatMoment(localDraftExpiresAt(draft), 'en', {
      dateStyle: 'long',
      timeZone: 'Pacific/Honolulu',
    }),
  )
})
