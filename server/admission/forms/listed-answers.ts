/**
 * The index of answers to listed questions, `application_answer`, by which lists filter and sort.
 * Writes of applications keep it up to date in their transaction. A job stores the answers that were
 * given before a question was listed.
 */

import { familyOf } from '@matricola/schema/field.ts'
import { fold, sortKey } from '@matricola/schema/values/folding.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { WriteEvent } from '@matricola/server/records/hooks.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import type { RepeatedWork } from '@matricola/server/repeating.ts'
import {
  bareColumns,
  columns,
  expr,
  into,
  intoColumns,
  pick,
  runStatement,
  setValues,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { itemSpec } from '#resources/admission/form-answers.ts'
import {
  type FormAnswers,
  type FormContent,
  type FormItem,
  isListed,
  itemsOf,
} from '#resources/admission/form-content.ts'
import { applicationFormVersions } from '#resources/application-form-versions.ts'
import { applicationForms } from '#resources/application-forms.ts'
import { registrations } from '#resources/registrations.ts'
import { applicationAnswerTable, listedItemTable } from '#server/tables/rows.ts'
import { versionsOf } from './form-contents.ts'
import { itemsOfVersions } from './published-forms.ts'

const registration = table(registrations)
const form = table(applicationForms)
const version = table(applicationFormVersions)
const applicationAnswer = table(applicationAnswerTable)
const listedItem = table(listedItemTable)

/** Increment it when the stored values change: the job then stores all answers again. */
const answerFormat = 1
const applicationsAtOnce = 500

interface IndexedAnswer {
  readonly registration_id: string
  readonly item_id: string
  readonly text: string | null
  readonly number: number | null
  readonly day: string | null
}

interface AnsweredApplication {
  readonly id: string
  readonly formVersionId: string | null
  readonly formVersionIds: readonly string[] | null
  readonly answers: FormAnswers | null
}

/** Stores the index of written applications. */
export async function indexWrittenAnswers(
  queries: Queries,
  events: readonly WriteEvent<typeof registrations>[],
): Promise<void> {
  const written = events.filter(({ changed }) => 'answers' in changed || 'formVersionId' in changed)
  const changedIds = written.flatMap(({ id, before }) => (before === null ? [] : [id]))
  if (changedIds.length > 0)
    await runStatement(
      queries,
      sql`delete from ${applicationAnswer} where ${applicationAnswer.registration_id} = any(${changedIds}::uuid[])`,
    )
  const applications = written.map(
    ({ id, record: { answers, formVersionId, formVersionIds } }) => ({
      id,
      answers,
      formVersionId,
      formVersionIds,
    }),
  )
  const versionIds = versionIdsOf(applications)
  if (versionIds.length === 0) return
  // A publication that lists more questions waits for this transaction, so the job finds the answers.
  const listed = await runStatement(
    queries,
    sql`select ${pick({ id: version.id, itemId: listedItem.item_id })} from ${form} join ${version} on ${version.formId} = ${form.id}
     join ${listedItem} on ${listedItem.form_id} = ${form.id} and ${listedItem.is_listed}
     where ${version.id} = any(${versionIds}::uuid[]) for share of ${form}`,
  )
  const isIndexed = (versionId: string, itemId: string) =>
    listed.some((one) => one.id === versionId && one.itemId === itemId)
  await storeAnswers(queries, await indexedAnswers(queries, applications, isIndexed))
}

const versionIdsOf = (applications: readonly AnsweredApplication[]) => [
  ...new Set(applications.flatMap(({ answers, ...values }) => (answers ? versionsOf(values) : []))),
]

/** Returns the rows of the index for applications. */
async function indexedAnswers(
  queries: Queries,
  applications: readonly AnsweredApplication[],
  isIndexed: (versionId: string, itemId: string) => boolean,
): Promise<readonly IndexedAnswer[]> {
  const rows: IndexedAnswer[] = []
  for (const { id, answers, ...versions } of applications)
    if (answers)
      for (const { item, formVersionId } of await itemsOfVersions(queries, versionsOf(versions))) {
        const answer = answers[item.id]
        if (answer !== undefined && answer !== null && isIndexed(formVersionId, item.id))
          rows.push({ registration_id: id, item_id: item.id, ...indexedValue(item, answer) })
      }
  return rows
}

/** Returns the columns of the index for an answer. */
export function indexedValue(
  item: FormItem,
  answer: unknown,
): Pick<IndexedAnswer, 'text' | 'number' | 'day'> {
  const none = { text: null, number: null, day: null }
  switch (familyOf(itemSpec(item))) {
    case 'number':
      return { ...none, number: Number(answer) }
    case 'date':
      return { ...none, day: String(answer) }
    case 'text':
      return { ...none, text: sortKey(String(answer)) }
    case 'ascii':
      return { ...none, text: fold(String(answer)) }
    case 'choices':
      return { ...none, text: (answer as readonly string[]).join(' ') }
    default:
      return { ...none, text: String(answer) }
  }
}

async function storeAnswers(queries: Queries, rows: readonly IndexedAnswer[]): Promise<void> {
  if (rows.length === 0) return
  await runStatement(
    queries,
    sql`insert into ${intoColumns(applicationAnswer, 'registration_id', 'item_id', 'text', 'number', 'day')}
     select g.registration_id, g.item_id, g.text, g.number, g.day from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as g (registration_id uuid, item_id text, text text, number numeric, day date)
     on conflict (${bareColumns(applicationAnswer, 'registration_id', 'item_id')}) do update
      ${setValues(applicationAnswer, { text: expr`excluded.text`, number: expr`excluded.number`, day: expr`excluded.day` })}`,
  )
}

/**
 * Lists the questions that a published version lists, and ends the listing of those that it has and
 * does not list. The job then stores or removes answers. A question that the version does not have
 * stays as it is.
 */
export async function listItems(
  queries: Queries,
  { formId, versionId, content }: { formId: string; versionId: string; content: FormContent },
): Promise<void> {
  const earlier = await runStatement(
    queries,
    sql`select ${pick(columns(listedItem, 'item_id', 'is_listed'))} from ${listedItem} where ${listedItem.form_id} = ${formId}::uuid`,
  )
  const isListedNow = new Map(earlier.map((row) => [row.item_id, row.is_listed]))
  const items = itemsOf(content).filter((item) => isListed(item) || isListedNow.has(item.id))
  if (items.length === 0) return
  for (const item of items) {
    const restart =
      isListedNow.get(item.id) === isListed(item)
        ? {}
        : { is_listed: isListed(item), total: 0, done: 0, last_id: null, finished_at: null }
    await runStatement(
      queries,
      sql`insert into ${into(listedItem, {
        ...{ form_id: formId, item_id: item.id, version_id: versionId, format: answerFormat },
        ...{ is_listed: isListed(item), total: 0, done: 0 },
      })} on conflict (${bareColumns(listedItem, 'form_id', 'item_id')}) do update ${setValues(listedItem, { version_id: versionId, ...restart })}`,
    )
  }
}

/** Stores and removes answers until the index is complete. Returns the number of applications. */
export async function completeAnswerIndex(context: Context): Promise<number> {
  let count = 0
  for (let isDone = false; !isDone; ) {
    const batch = await context.database.transaction(indexNextApplications)
    count += batch.count
    isDone = batch.isDone
  }
  if (count > 0) recordsOf(context).invalidateTotals(registrations.name)
  return count
}

/**
 * Indexes the next applications of a form for all of its questions that are equally far. It is done
 * if nothing is left, or if another process is working on it.
 */
async function indexNextApplications(
  queries: Queries,
): Promise<{ readonly count: number; readonly isDone: boolean }> {
  const isOpen = sql`(${listedItem.finished_at} is null or ${listedItem.format} <> ${answerFormat})`
  const [first] = await runStatement(
    queries,
    sql`select ${pick(columns(listedItem, 'form_id', 'last_id', 'format'))} from ${listedItem} where ${isOpen} order by ${listedItem.form_id}, ${listedItem.item_id} limit 1 for update skip locked`,
  )
  if (!first) return { count: 0, isDone: true }
  const lastId = first.format === answerFormat ? first.last_id : null
  const items = await runStatement(
    queries,
    sql`select ${pick(columns(listedItem, 'item_id', 'is_listed', 'done'))} from ${listedItem} where ${listedItem.form_id} = ${first.form_id} and ${isOpen}
     and ${listedItem.format} = ${first.format} and ${listedItem.last_id} is not distinct from ${first.last_id}::uuid for update`,
  )
  const next = await runStatement(
    queries,
    sql`select ${pick(columns(registration, 'id', 'formVersionId', 'formVersionIds', 'answers'))} from ${registration} join ${version} on ${version.id} = ${registration.formVersionId}
     where ${version.formId} = ${first.form_id} and (${lastId}::uuid is null or ${registration.id} > ${lastId}::uuid)
     order by ${registration.id} limit ${applicationsAtOnce}::bigint for share of ${registration}`,
  )
  const itemIds = items.map(({ item_id }) => item_id)
  await runStatement(
    queries,
    sql`delete from ${applicationAnswer} where ${applicationAnswer.registration_id} = any(${next.map(({ id }) => id)}::uuid[]) and ${applicationAnswer.item_id} = any(${itemIds}::text[])`,
  )
  const listed = new Set(items.flatMap(({ item_id, is_listed }) => (is_listed ? [item_id] : [])))
  await storeAnswers(
    queries,
    await indexedAnswers(queries, next, (_, itemId) => listed.has(itemId)),
  )
  const isLast = next.length < applicationsAtOnce
  const isOfBatch = sql`${listedItem.form_id} = ${first.form_id} and ${listedItem.item_id} = any(${itemIds}::text[])`
  await runStatement(
    queries,
    sql`update ${listedItem} ${setValues(listedItem, {
      ...{ format: answerFormat, last_id: next.at(-1)?.id ?? lastId },
      total:
        lastId === null
          ? expr`(select count(*) from ${registration} join ${version} on ${version.id} = ${registration.formVersionId} where ${version.formId} = ${first.form_id})`
          : undefined,
      done: expr`case when ${listedItem.format} = ${answerFormat} then ${listedItem.done} else 0 end + ${next.length}::int`,
      finished_at: isLast ? expr`now()` : null,
    })} where ${isOfBatch}`,
  )
  if (isLast)
    await runStatement(
      queries,
      sql`delete from ${listedItem} where ${isOfBatch} and not ${listedItem.is_listed}`,
    )
  return { count: next.length, isDone: false }
}

export const answerIndexWork: RepeatedWork = {
  work: completeAnswerIndex,
  failure: 'indexing the answers to listed questions failed',
  ...{ afterWritesOf: applicationFormVersions, everyMs: 10 * 60_000 },
}
