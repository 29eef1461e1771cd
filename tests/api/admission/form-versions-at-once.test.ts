/** A form is published while many applicants fill in the version before. */

import { fillPath } from '@matricola/schema/wire/endpoints.ts'
import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admissionEndpoints as calls } from '#resources/admission/endpoints.ts'
import type { FormContent, FormItem } from '#resources/admission/form-content.ts'
import type { WireOpenDraft, WireSavedDraft } from '#resources/admission/wire-drafts.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import { defaultConfig } from '#tests/support/app.ts'
import { engines } from '#tests/support/databases.ts'
import { type SeededForm, seedForm } from '#tests/support/seed-form.ts'
import { type ProgrammeIds, seedProgramme } from '#tests/support/seed-programme.ts'
import { startSessionApp } from '#tests/support/session-app.ts'
import {
  applicationForm,
  submitJson,
  uploadRequiredDocuments,
} from '#tests/support/submit-application.ts'

const label = (text: string) => ({ ro: text, en: text })
const textItem = (id: string, key: string, required: boolean): FormItem => ({
  id,
  key,
  type: 'text',
  max: 60,
  label: label(key),
  required,
})
const village = textItem('q_villa1', 'village', true)
const hobby = textItem('q_hobby1', 'hobby', false)
const school = textItem('q_schoo1', 'school', true)
const contentOf = (...items: FormItem[]): FormContent => ({
  pages: [{ id: 'p_about1', title: label('Despre dumneavoastră'), items }],
})

const applicants = 200

describe.each(engines)('a form published while applicants fill it in, on $engine', ({ open }) => {
  let site: SessionApp
  let admin: TestBrowser
  let programme: ProgrammeIds
  let form: SeededForm
  beforeAll(async () => {
    site = await startSessionApp(
      { settings: { ...defaultConfig.settings, APPLICATIONS_AT_ONCE: applicants } },
      open,
    )
    admin = site.browser()
    await site.createAccount('admin', { username: 'ioana' })
    await admin.signIn('ioana')
    programme = await seedProgramme(site)
    form = await seedForm(site, admin)
  })
  afterAll(() => site.close())

  /** Fills in the form on a device of its own and saves it on the server. */
  async function fillIn(index: number) {
    const browser = site.browser({ ip: `198.51.${100 + (index >> 7)}.${index & 127}` })
    const email = `applicant.${index}@posta.example`
    const typed = { q_villa1: `Satul ${index}`, q_hobby1: `Șahul ${index}` }
    const { data: saved } = await browser.call<WireSavedDraft>('POST', calls.saveDraft.path, {
      content: {
        key: `key-of-applicant-${index}`,
        step: 'questions',
        values: { lastName: 'Pop', answers: JSON.stringify(typed) },
        filled: [],
      },
      documents: {},
    })
    const form = {
      ...applicationForm(300 + index, programme, { personalEmail: email }),
      ...(await uploadRequiredDocuments(browser)),
      draftId: saved.id,
      draftVersion: saved.version,
    }
    return { index, browser, typed, saved, email, form }
  }

  test(`keeps the answers of ${applicants} drafts, and each is sent once`, async () => {
    const first = await form.arrange(contentOf(village, hobby))
    await form.publish(first)
    const second = await form.arrange(contentOf(village, school))
    // In groups, because the server limits uploads at once.
    const people: Awaited<ReturnType<typeof fillIn>>[] = []
    for (let start = 0; start < applicants; start += 10)
      people.push(
        ...(await Promise.all(Array.from({ length: 10 }, (_, offset) => fillIn(start + offset)))),
      )

    const send = ({ index, browser, form }: (typeof people)[number], values: object) =>
      submitJson(
        browser,
        { ...form, ...values },
        { 'idempotency-key': `0000-application-of-${index}` },
      )
    const [, ...sentBefore] = await Promise.all([
      form.publish(second),
      ...people.map((person) => send(person, { answers: person.typed, formVersionId: first })),
    ])
    const refused = people.filter((_, index) => sentBefore[index]?.status !== 201)
    for (const answer of sentBefore)
      if (answer.status !== 201)
        expect([answer.status, answer.failure.code]).toEqual([409, 'registration.formChanged'])
    // The publication overtakes some applications, in any order.
    expect(refused.length).toBeGreaterThan(0)

    const sentAfter = await Promise.all(
      refused.map(async (person) => {
        const draft = await person.browser.call<WireOpenDraft>(
          'POST',
          fillPath(calls.openDraft.path, { id: person.saved.id }),
          { accessCode: person.saved.accessCode },
        )
        const kept = JSON.parse(String(draft.data.content.values.answers))
        expect(kept).toEqual(person.typed)
        const [form] =
          (await person.browser.call<WireIntake>('GET', calls.publicConfig.path)).data.forms ?? []
        expect(form).toMatchObject({
          id: second,
          removed: [{ id: 'q_hobby1', label: hobby.label }],
        })
        const incomplete = await send(person, {
          answers: { q_villa1: kept.q_villa1 },
          formVersionId: form?.id,
        })
        expect(incomplete.failure?.fields).toEqual({ q_schoo1: [{ code: 'required' }] })
        return send(person, {
          answers: { q_villa1: kept.q_villa1, q_schoo1: 'Liceul' },
          formVersionId: form?.id,
        })
      }),
    )
    expect(sentAfter.filter(({ status }) => status !== 201)).toEqual([])

    const stored = await site.database.query<{
      personal_email: string
      form_version_id: string
      answers: object
    }>('select personal_email, form_version_id, answers from registrations')
    expect(stored).toHaveLength(applicants)
    const late = new Set(refused.map(({ index }) => index))
    for (const { index, email, typed } of people)
      expect(stored.find((row) => row.personal_email === email)).toMatchObject(
        late.has(index)
          ? {
              form_version_id: second,
              answers: { q_villa1: typed.q_villa1, q_schoo1: 'Liceul' },
            }
          : { form_version_id: first, answers: typed },
      )
  }, 300_000)
})
