/**
 * One message to many applicants: the languages of a selection, and the job, which fills in the
 * text in the language of each applicant.
 */

import { asAnyResource } from '@matricola/schema/registry.ts'
import { valueSchema } from '@matricola/schema/validation.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { ResponseBody } from '@matricola/schema/wire/call.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import { rowIssue } from '@matricola/schema/wire/jobs.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { queriesInTurn } from '@matricola/server/database/in-turn.ts'
import { selectionTotal } from '@matricola/server/jobs/selections.ts'
import { queueMails } from '@matricola/server/mail/outbox.ts'
import { permitForSubtask } from '@matricola/server/policy/permit.ts'
import type { RowRefusal } from '@matricola/server/records/batch/types.ts'
import type { ActionRequest, CallInputs, ServerAction } from '@matricola/server/records/hooks.ts'
import type { StoredRecord } from '@matricola/server/records/reading/get-record.ts'
import { changeTable, selectionRowTable } from '@matricola/server/sql/tables.ts'
import { columns, expr, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import * as z from 'zod/mini'
import {
  fillTemplate,
  namesIn,
  unfilledIn,
  unknownNamesIn,
} from '#resources/admission/template-fields.ts'
import { applicationMessages } from '#resources/application-messages.ts'
import type { messageOptions } from '#resources/calls/review.ts'
import { languages } from '#resources/languages.ts'
import { registrations } from '#resources/registrations.ts'
import { holdEndsAt, readReviewSettings } from '#server/admission/review/transition-notices.ts'
import { assertRecipientLimit, missingTextIssues } from './recipients.ts'
import { readValuesByApplication } from './templates.ts'
import { dropMails, mailOfMessage } from './write-messages.ts'

const message = table(applicationMessages)
const registration = table(registrations)
const selectionRow = table(selectionRowTable)
const change = table(changeTable)

const { body } = applicationMessages.fields
const maxBody = body.options.max

type MessageTexts = { readonly [L in Language]?: string }

/** Input of the action `message`: the text by language, with fields of templates. */
export const messageActionInputs: CallInputs[string] = {
  messageTexts: z.optional(
    z.strictObject(
      Object.fromEntries(languages.map((language) => [language, z.optional(valueSchema(body))])),
    ),
  ),
  templateId: z.optional(z.nullable(z.uuid())),
}

// Validated by the schemas above.
const inputOf = ({ input }: ActionRequest) =>
  input as { readonly messageTexts?: MessageTexts; readonly templateId?: string | null }

/** The applicants of a selection whose data was not erased, by language. */
const readLanguages = (queries: Queries, selectionId: string) =>
  runStatement(
    queries,
    sql`select ${pick({
      language: registration.language,
      count: expr<number>`count(*)::int`,
      example: expr<string>`min(${registration.referenceCode})`,
    })} from ${selectionRow} join ${registration} on ${registration.id} = ${selectionRow.record_id}
     where ${selectionRow.selection_id} = ${selectionId}::uuid and ${registration.erasedAt} is null
     group by ${registration.language} order by count(*) desc, ${registration.language}`,
  )

/** Returns the languages of the applicants of a selection. Throws `selection.gone`. */
export async function readMessageOptions(
  { database, clock }: Context,
  caller: Caller,
  selectionId: string,
): Promise<ResponseBody<typeof messageOptions.output>> {
  const resource = asAnyResource(registrations)
  const total = await selectionTotal(database, clock.now(), { id: selectionId, caller, resource })
  return { total, languages: await readLanguages(database, selectionId) }
}

/**
 * Throws `input.invalid` if a job cannot write to the applicants of a selection: there are too many,
 * the text is missing in one of their languages, or it has unknown fields.
 */
export async function assertMessageCreatable(
  queries: Queries,
  request: ActionRequest,
  { id, total }: { readonly id: string; readonly total: number },
): Promise<void> {
  assertRecipientLimit(total)
  const { messageTexts = {} } = inputOf(request)
  const issues = [
    ...missingTextIssues(
      (await readLanguages(queries, id)).map(({ language }) => language),
      messageTexts,
    ),
    ...unknownNamesIn(Object.values(messageTexts).join(' ')).map((field) => ({
      code: 'messageTemplate.unknownField',
      params: { field },
    })),
  ]
  if (issues.length > 0) throw invalidInput({ messageTexts: issues })
}

/**
 * The action `message`: writes to every selected applicant. The message waits as long as a decision
 * before it is sent, and answers none of the applicant's own. Applications without a value for one
 * of its fields are left out.
 */
export const messageAction = (context: Context): ServerAction<typeof registrations> => ({
  async workAll({ records, queries, permit, jobId }, applications, request) {
    const { caller } = permit
    if (!caller) throw new AppError('access.denied')
    const { messageTexts = {}, templateId = null } = inputOf(request)
    const now = context.clock.now()
    const bodies = await fillInTexts(
      { ...context, database: queriesInTurn(queries) },
      applications,
      messageTexts,
    )
    const recipients = applications.flatMap(({ id, values: { language } }) => {
      const text = bodies.get(id)
      return typeof text === 'string' ? [{ id, language, text }] : []
    })
    const runAt = holdEndsAt(await readReviewSettings(queries), now)
    const results = await records.batch({
      permit: permitForSubtask(caller, applicationMessages, 'create'),
      action: 'create',
      jobId,
      commit: true,
      rows: recipients.map(({ id: registrationId, text }, position) => ({
        ...{ position, id: null, version: null, valuesFor: () => ({}) },
        serverValues: {
          ...{ registrationId, author: 'office', authorId: caller.id, body: text, templateId },
          sentAt: runAt.toISOString(),
        },
      })),
    })
    const written = results.flatMap(({ id, position }) => {
      const recipient = recipients[position]
      return id && recipient ? [{ ...recipient, messageId: id }] : []
    })
    await queueMails(
      queries,
      now,
      written.map(({ id, language, messageId }) =>
        mailOfMessage(messageId, { id, language, runAt }),
      ),
    )
    return new Map<string, RowRefusal>([
      ...[...bodies].flatMap(([id, text]): [string, RowRefusal][] =>
        typeof text === 'string' ? [] : [[id, text]],
      ),
      ...results.flatMap(({ position, outcome, issues }): [string, RowRefusal][] => {
        const recipient = recipients[position]
        return outcome === 'done' || !recipient
          ? []
          : [[recipient.id, { verdict: 'invalid', issues }]]
      }),
    ])
  },
  undo: {
    until: (jobIds) => readMessageHolds(context.database, jobIds, context.clock.now()),
    async workAll({ records, queries, permit, jobId }, applications, undoneJobId) {
      const { caller } = permit
      if (!caller) throw new AppError('access.denied')
      const at = context.clock.now().toISOString()
      const ids = applications.map(({ id }) => id)
      const written = await runStatement(
        queries,
        sql`select ${pick(columns(message, 'id', 'registrationId'))} from ${message} join ${change} on ${change.record_id} = ${message.id}
         where ${change.job_id} = ${undoneJobId}::uuid and ${change.resource} = ${applicationMessages.name}
         and ${message.registrationId} = any(${ids}::uuid[]) and ${message.undoneAt} is null`,
      )
      const dropped = await dropMails(
        queries,
        written.map(({ id }) => id),
        at,
      )
      await records.batch({
        permit: permitForSubtask(caller, applicationMessages, 'act'),
        ...{ action: 'undo', jobId, commit: true },
        rows: [...dropped].map((id, position) => ({
          ...{ position, id, version: null, valuesFor: () => ({ undoneAt: at }) },
        })),
      })
      const undone = new Set(
        written.flatMap(({ id, registrationId }) => (dropped.has(id) ? [registrationId] : [])),
      )
      return new Map(
        ids.flatMap((id): [string, RowRefusal][] =>
          undone.has(id)
            ? []
            : [[id, { verdict: 'kept', issues: rowIssue('transition.notified') }]],
        ),
      )
    },
  },
})

/** Returns the text for each application, or why it gets none, by id. */
async function fillInTexts(
  context: Parameters<typeof readValuesByApplication>[0],
  applications: readonly StoredRecord<typeof registrations>[],
  messageTexts: MessageTexts,
): Promise<ReadonlyMap<string, string | RowRefusal>> {
  const hasFields = namesIn(Object.values(messageTexts).join(' ')).length > 0
  const valuesById = hasFields ? await readValuesByApplication(context, applications) : null
  return new Map(
    applications.map(({ id, values: { language } }): [string, string | RowRefusal] => {
      const template = messageTexts[language]
      // The applicant changed the language after the job was created.
      if (template === undefined) return [id, invalidRow('changeRequest.textMissing', { language })]
      const values = valuesById?.get(id)?.(language)
      const text = values ? fillTemplate(template, values) : template
      const [field] = unfilledIn(text)
      if (field !== undefined) return [id, invalidRow('messageTemplate.emptyField', { field })]
      return [id, text.length > maxBody ? invalidRow('text.tooLong', { max: maxBody }) : text]
    }),
  )
}

const invalidRow = (...issue: Parameters<typeof rowIssue>): RowRefusal => ({
  verdict: 'invalid',
  issues: rowIssue(...issue),
})

/** Returns when the last message of each job is sent, by job id. Jobs without one are absent. */
async function readMessageHolds(
  queries: Queries,
  jobIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Date>> {
  const rows = await runStatement(
    queries,
    sql`select ${pick({ id: change.job_id, until: expr<string>`max(${message.sentAt})` })} from ${change} join ${message} on ${message.id} = ${change.record_id}
     where ${change.job_id} = any(${jobIds}::uuid[]) and ${change.resource} = ${applicationMessages.name} and ${message.undoneAt} is null
     and ${message.sentAt} > ${now.toISOString()}::timestamptz group by ${change.job_id}`,
  )
  return new Map(rows.flatMap(({ id, until }) => (id === null ? [] : [[id, new Date(until)]])))
}
