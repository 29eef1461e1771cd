import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import { runJobs } from '@matricola/server/jobs/runner.ts'
import { bulkCalls } from '@matricola/testing/bulk-calls.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messageLimits } from '#resources/admission/message-limits.ts'
import { type AdmissionApp, minuteMs, startAdmissionApp } from '#tests/support/admission-app.ts'
import { engines } from '#tests/support/databases.ts'

const texts = {
  ro: 'Bună, {{firstName}}! Secretariatul este închis vineri.',
  en: 'Dear {{ firstName }}, the office is closed on Friday.',
}

describe.each(engines)('a message to many applicants on $engine', ({ open }) => {
  let office: AdmissionApp
  let calls: ReturnType<typeof bulkCalls>
  const idsOf = (records: readonly WireRecord[]) => ({ ids: records.map(({ id }) => id) })
  const write = (records: readonly WireRecord[], input: object = { messageTexts: texts }) =>
    calls.done(office.ana, 'registrations', idsOf(records), { action: 'message', input })
  const ask = async (
    records: readonly WireRecord[],
    input: object = { messageTexts: texts },
    caller: Caller = office.ana,
  ) => {
    const { data } = await calls.select(caller, 'registrations', idsOf(records))
    return calls.ask(caller, 'registrations', { selection: data.id, action: 'message', input })
  }
  const messagesOf = async ({ id }: WireRecord) => (await office.getApplication(id)).messages
  const bodiesOf = async (record: WireRecord) =>
    (await messagesOf(record)).map(({ body, authorName, canUndo }) => ({
      ...{ body, authorName, canUndo },
    }))

  beforeAll(async () => {
    office = await startAdmissionApp(open)
    calls = bulkCalls(office)
  })
  afterAll(() => office.close())

  test('is filled in for each of them in their language, and sent after the hold', async () => {
    const romanian = await office.addApplication('submitted', { language: 'ro' })
    const english = await office.addApplication('declined', { language: 'en', firstName: 'Joan' })
    const { preview, job } = await write([romanian, english])
    expect(preview.counts).toEqual({ ready: 2 })
    expect(job).toMatchObject({
      ...{ state: 'done', counts: { done: 2 }, can: ['undo'] },
      undoUntil: new Date(office.now().getTime() + 2 * minuteMs).toISOString(),
    })
    expect(await bodiesOf(english)).toEqual([
      {
        ...{ body: 'Dear Joan, the office is closed on Friday.', canUndo: true },
        authorName: office.ana.name,
      },
    ])
    const { firstName } = await office.getApplication(romanian.id)
    expect(await bodiesOf(romanian)).toMatchObject([
      { body: `Bună, ${firstName}! Secretariatul este închis vineri.` },
    ])
    const [email, ...more] = await office.emailsOf(english.id)
    expect(email).toMatchObject({ kind: 'applicationMessage' })
    expect(new Date(String(email?.run_at))).toEqual(new Date(office.now().getTime() + 2 * minuteMs))
    expect(more).toEqual([])
    expect((await office.getApplication(romanian.id)).status).toBe('submitted')
  })

  test('leaves out applicants whose data was erased or who have no value for a field', async () => {
    const records = [
      await office.addApplication('submitted', { language: 'en', fileDiplomaUrl: null }),
      await office.addApplication('submitted', { language: 'en' }),
      await office.addApplication('submitted', { erasedAt: office.now().toISOString() }),
    ]
    const { job, items } = await write(records, {
      messageTexts: { en: 'Please send: {{missing}}. Confirm by {{confirmBy}}.' },
    })
    expect(job.counts).toEqual({ invalid: 2, state: 1 })
    expect(items.map(({ issues }) => issues._)).toEqual([
      [{ code: 'messageTemplate.emptyField', params: { field: 'confirmBy' } }],
      expect.arrayContaining([expect.objectContaining({ code: 'messageTemplate.emptyField' })]),
      [{ code: 'changeRequest.erased' }],
    ])
    expect(await Promise.all(records.slice(0, 2).map(messagesOf))).toEqual([[], []])
    expect(await office.emailsOf(String(records[0]?.id))).toEqual([])
  })

  test('answers none of their messages, and is written also while a colleague reviews', async () => {
    const record = await office.addApplication('under_review', {
      ...{ assignedToId: office.ben.id, language: 'en' },
    })
    await office.context.database.query(
      `insert into application_messages (id, registration_id, author, body, sent_at, created_at, updated_at)
       values (gen_random_uuid(), $1, 'applicant', 'When are the results?', $2, $2, $2)`,
      [record.id, office.now().toISOString()],
    )
    expect((await write([record])).job.counts).toEqual({ done: 1 })
    expect(await messagesOf(record)).toMatchObject([
      { author: 'applicant', answeredAt: null },
      { author: 'office' },
    ])
  })

  test('is refused as a whole if a text is missing, a field is unknown, or there are too many', async () => {
    const records = [
      await office.addApplication('submitted', { language: 'fr' }),
      await office.addApplication('submitted', { language: 'en' }),
      // The text of an applicant who gets no message is not needed.
      await office.addApplication('submitted', {
        ...{ language: 'de', erasedAt: office.now().toISOString() },
      }),
    ]
    const refusal = async (input: object) => (await ask(records, input)).failure
    expect((await refusal({ messageTexts: texts })).fields).toEqual({
      messageTexts: [{ code: 'changeRequest.textMissing', params: { language: 'fr' } }],
    })
    expect((await refusal({})).fields?.messageTexts).toHaveLength(2)
    expect(
      (await refusal({ messageTexts: { en: 'Dear {{name}}', fr: 'Bonjour' } })).fields,
    ).toEqual({
      messageTexts: [{ code: 'messageTemplate.unknownField', params: { field: 'name' } }],
    })
    expect((await ask(records, { messageTexts: { en: 'x'.repeat(4001), fr: '' } })).status).toBe(
      400,
    )
    expect((await ask(records, { messageTexts: texts, subject: 'Hello' })).status).toBe(400)
    const { data } = await calls.select(office.ana, 'registrations', idsOf(records))
    await office.context.database.query('update selection set total = $2 where id = $1', [
      data.id,
      messageLimits.recipients + 1,
    ])
    const { failure } = await calls.ask(office.ana, 'registrations', {
      ...{ selection: data.id, action: 'message', input: { messageTexts: texts } },
    })
    expect(failure.fields).toEqual({
      _: [{ code: 'changeRequest.tooMany', params: { max: messageLimits.recipients } }],
    })
  })

  test('is undone as one until it is sent', async () => {
    const records = [
      await office.addApplication('submitted', { language: 'en' }),
      await office.addApplication('submitted', { language: 'ro' }),
    ]
    const { job } = await write(records)
    await office.call(office.ana, 'POST', `/api/jobs/${job.id}/undo`, { start: true })
    await runJobs(office.context)
    expect(await calls.job(office.ana, job.id)).toMatchObject({ can: [] })
    for (const record of records) {
      expect(await messagesOf(record)).toEqual([])
      expect(await office.emailsOf(record.id)).toEqual([])
    }

    const { job: sent } = await write(records)
    office.wait(2 * minuteMs)
    expect((await calls.job(office.ana, sent.id)).can).toEqual([])
    expect(
      (await office.call(office.ana, 'POST', `/api/jobs/${sent.id}/undo`, {})).failure.code,
    ).toBe('job.state')
    expect(await bodiesOf(records[0] as WireRecord)).toMatchObject([{ canUndo: false }])
  })

  test('keeps the messages that were undone one by one or are being sent', async () => {
    const records = [
      await office.addApplication('submitted', { language: 'en' }),
      await office.addApplication('submitted', { language: 'en' }),
      await office.addApplication('submitted', { language: 'en' }),
    ]
    const { job } = await write(records)
    const [first, second] = records as [WireRecord, WireRecord]
    const [message] = await messagesOf(first)
    await office.call(
      office.ana,
      'POST',
      `/api/registrations/${first.id}/messages/${message?.id}/undo`,
      {},
    )
    await office.context.database.query(
      "update outbox_mail set attempts = 1 where record_id = $1 and kind = 'applicationMessage'",
      [second.id],
    )
    const undo = await office.call<WireRecord>(
      ...([office.ana, 'POST', `/api/jobs/${job.id}/undo`, { start: true }] as const),
    )
    await runJobs(office.context)
    expect((await calls.job(office.ana, undo.data.id)).counts).toEqual({ kept: 2, done: 1 })
    expect(
      (await calls.items(office.ana, undo.data.id)).map(
        ({ issues }) => issues._?.[0]?.code ?? null,
      ),
    ).toEqual(['transition.notified', 'transition.notified', null])
    expect(await messagesOf(second)).toHaveLength(1)
  })

  test('reports the languages of the applicants, each with an example', async () => {
    const records = [
      await office.addApplication('submitted', { language: 'ro' }),
      await office.addApplication('declined', { language: 'ro' }),
      await office.addApplication('submitted', { language: 'en' }),
      await office.addApplication('submitted', { erasedAt: office.now().toISOString() }),
    ]
    const { data: selection } = await calls.select(office.ana, 'registrations', idsOf(records))
    const options = (caller: Caller | null) =>
      office.call(caller, 'POST', '/api/registrations/message-options', {
        selection: selection.id,
      })
    const { referenceCode } = await office.getApplication(String(records[2]?.id))
    expect((await options(office.ana)).data).toMatchObject({
      total: 4,
      languages: [
        { language: 'ro', count: 2 },
        { language: 'en', count: 1, example: referenceCode },
      ],
    })
    expect((await options(office.ben)).failure.code).toBe('selection.gone')
    expect((await options(office.professor)).status).toBe(403)
    expect((await ask(records, { messageTexts: texts }, office.ben)).status).toBe(202)
  })
})
