/** Random definitions of forms and answers: the API refuses each, or stores it as it is. */
import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formContentSchema } from '#resources/admission/form-content.ts'
import { engines } from '#tests/support/databases.ts'
import { hostileAnswers, hostileContent } from '#tests/support/hostile-forms.ts'
import { type SeededForm, seedForm } from '#tests/support/seed-form.ts'
import { type ProgrammeIds, seedProgramme } from '#tests/support/seed-programme.ts'
import { startSessionApp } from '#tests/support/session-app.ts'
import {
  applicationForm,
  submitJson,
  uploadRequiredDocuments,
} from '#tests/support/submit-application.ts'

describe.each(engines)('hostile forms and answers on $engine', ({ open }) => {
  let site: SessionApp
  let admin: TestBrowser
  let programme: ProgrammeIds
  let form: SeededForm
  beforeAll(async () => {
    site = await startSessionApp({}, open)
    admin = site.browser()
    await site.createAccount('admin', { username: 'ioana' })
    await admin.signIn('ioana')
    programme = await seedProgramme(site)
    form = await seedForm(site, admin)
  })
  afterAll(() => site.close())

  const storedContent = async (id: string) =>
    (
      await site.database.query<{ content: unknown }>(
        'select content from application_form_versions where id = $1',
        [id],
      )
    )[0]?.content
  const arrange = (id: string, body: string) =>
    admin.call('POST', `/api/application-form-versions/${id}/actions/arrange`, undefined, {
      payload: body,
      headers: { 'content-type': 'application/json' },
    })

  test('a definition is stored as it is or refused as invalid', async () => {
    const id = await form.draft()
    let stored = 0
    for (const content of fc.sample(hostileContent, { numRuns: 150, seed: 7 })) {
      const { status } = await arrange(id, JSON.stringify({ content }))
      // As it arrives: JSON has no infinity and no undefined.
      const valid = formContentSchema.safeParse(JSON.parse(JSON.stringify(content)))
      if (status === 400) continue
      expect([status, valid.success], JSON.stringify(content)).toEqual([200, true])
      expect(await storedContent(id)).toEqual(valid.data)
      stored += 1
    }
    expect(stored).toBeGreaterThan(10)
  }, 120_000)

  const item = { id: 'q_abc123', key: 'first', type: 'text', max: 200, label: { ro: 'Text' } }
  const withCondition = (condition: string) =>
    `{"content":{"pages":[{"id":"p_abc123","title":{"ro":"Pagina"},"items":[${JSON.stringify(item).slice(0, -1)},"required":false,"asks":${condition}}]}]}}`
  test.each([
    ['a character that no database stores', '{"degree":{"eq":"\\u0000"}}'],
    ['half a character', '{"degree":{"eq":"\\ud800"}}'],
    ['a word of conditions as a fact', '{"and":{"eq":1}}'],
    ['another word of conditions as a fact', '{"expression":{"eq":1}}'],
    ['the prototype as a fact', '{"__proto__":{"eq":1}}'],
    ['a number without end', '{"age":{"eq":1e999}}'],
    [
      'more levels than conditions have',
      `${'{"not":'.repeat(2000)}{"age":{"eq":1}}${'}'.repeat(2000)}`,
    ],
  ])('a condition with %s is refused', async (_, condition) => {
    const refused = await arrange(await form.draft(), withCondition(condition))
    expect(refused.status).toBe(400)
    expect(['input.invalid', 'body.malformed']).toContain(refused.failure.code)
  })

  test('answers are stored as they are or refused as invalid', async () => {
    const id = await form.draft()
    const body = withCondition('{"degree":{"eq":"bachelor"}}')
    expect((await arrange(id, body)).status).toBe(200)
    await form.publish(id)
    const anyone = site.browser()
    let documents = await uploadRequiredDocuments(anyone)
    let sequence = 300
    let stored = 0
    const hostile = fc.sample(hostileAnswers, { numRuns: 120, seed: 7 })
    const values = ['constructor', '__proto__', "'; drop table registrations; --", '$1', ' x ']
    for (const answers of [...hostile, ...values.map((value) => ({ [item.id]: value }))]) {
      await site.resetRateLimits()
      sequence += 1
      const form = { ...applicationForm(sequence, programme), ...documents, answers }
      const sent = await submitJson(anyone, form)
      if (sent.status === 400) continue
      expect(sent.status, JSON.stringify(answers)).toBe(201)
      const [row] = await site.database.query<{ answers: object }>(
        'select answers from registrations where reference_code = $1',
        [sent.data.reference],
      )
      const given = Object.entries(answers).flatMap(([name, value]) =>
        typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : [],
      )
      expect(row?.answers).toEqual(Object.fromEntries(given))
      stored += 1
      documents = await uploadRequiredDocuments(anyone)
    }
    expect(stored).toBeGreaterThanOrEqual(values.length)
  }, 120_000)
})
