/** The answers to listed questions as fields of applications, for lists and exports. */
import type { DynamicFields } from '@matricola/schema/dynamic-fields.ts'
import { familyOf } from '@matricola/schema/field.ts'
import type { Family } from '@matricola/schema/field-type.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { StoredDynamicField, ValueRows } from '@matricola/server/sql/dynamic-sql.ts'
import {
  columns,
  isOneOfLiterals,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { itemSpec } from '#resources/admission/form-answers.ts'
import { type FormItem, itemsOf } from '#resources/admission/form-content.ts'
import { itemIdPattern } from '#resources/admission/form-item-id.ts'
import { applicationFormVersions } from '#resources/application-form-versions.ts'
import { listedItemTable } from '#server/tables/rows.ts'
import { readFormContent } from './form-contents.ts'

const version = table(applicationFormVersions)
const listedItem = table(listedItemTable)

/** Questions of the newest forms come first. */
const maxFields = 60

type AnswerFields = DynamicFields<StoredDynamicField>

/** A listed question with its words and options in all versions, the newest first. */
interface ListedQuestion {
  readonly items: readonly [FormItem, ...FormItem[]]
}

/**
 * Returns a function that reads the fields. It returns the same object while no question is listed,
 * changed or removed.
 */
export function createAnswerFields(queries: Queries): () => Promise<AnswerFields> {
  let known: { readonly stamp: string; readonly fields: AnswerFields } | undefined
  return async () => {
    const rows = await runStatement(
      queries,
      sql`select ${pick({ itemId: listedItem.item_id, ...columns(version, 'id') })} from ${listedItem} join ${version} on ${version.formId} = ${listedItem.form_id}
       where ${listedItem.is_listed} and ${listedItem.finished_at} is not null and ${isOneOfLiterals(version.state, ['published', 'retired'])}
       order by ${version.publishedAt} desc, ${version.id} desc, ${listedItem.item_id}`,
    )
    const stamp = rows.map(({ itemId, id }) => `${itemId} ${id}`).join()
    if (known?.stamp === stamp) return known.fields
    const fields = await readFields(queries, rows)
    known = { stamp, fields }
    return fields
  }
}

async function readFields(
  queries: Queries,
  rows: readonly { readonly itemId: string; readonly id: string }[],
): Promise<AnswerFields> {
  const questions = new Map<string, ListedQuestion>()
  for (const id of new Set(rows.map((row) => row.id))) {
    const listed = new Set(rows.flatMap((row) => (row.id === id ? [row.itemId] : [])))
    for (const item of itemsOf(await readFormContent(queries, id))) {
      if (!listed.has(item.id)) continue
      const question = questions.get(item.key)
      if (!question) {
        if (questions.size < maxFields) questions.set(item.key, { items: [item] })
      } else if (question.items[0].type === item.type)
        questions.set(item.key, { items: [...question.items, item] })
    }
  }
  return Object.fromEntries(
    [...questions].map(([key, question]) => [`answers.${key}`, fieldOf(question)]),
  )
}

function fieldOf({ items }: ListedQuestion): StoredDynamicField {
  const [newest] = items
  const options = items.flatMap((item) => ('options' in item ? [...item.options] : [])).reverse()
  const spec = itemSpec('options' in newest ? { ...newest, options } : newest)
  const ids = [...new Set(items.map(({ id }) => id))]
  const family = familyOf(spec)
  return {
    spec: newest.readers
      ? // Only the option that every type has is added.
        ({ ...spec, options: { ...spec.options, read: newest.readers } } as typeof spec)
      : spec,
    label: newest.label,
    choices: Object.fromEntries(options.map(({ id, label }) => [id, label])),
    value: (record) => valueSql(record, ids, family),
    rows: rowsOf(ids, family),
  }
}

/** SQL for a list of item ids, which must be well-formed. */
function idsSql(ids: readonly string[]): string {
  if (!ids.every((id) => itemIdPattern.test(id))) throw new Error('malformed id of a question')
  return ids.map((id) => `'${id}'`).join(', ')
}

/** SQL for the answer in the column with all answers. */
function valueSql(record: string, ids: readonly string[], family: Family): string {
  const answers = ids.map((id) => `${record}.answers->${idsSql([id])}`)
  const answer = answers.length === 1 ? `(${answers[0]})` : `coalesce(${answers.join(', ')})`
  const text = `(${answer}#>>'{}')`
  switch (family) {
    case 'choices':
      return `(CASE WHEN ${answer} IS NOT NULL THEN ARRAY(SELECT jsonb_array_elements_text(${answer})) END)`
    case 'number':
      return `${text}::numeric`
    case 'boolean':
      return `${text}::boolean`
    case 'date':
      return `${text}::date`
    default:
      return text
  }
}

function rowsOf(ids: readonly string[], family: Family): ValueRows {
  const value = (row: string) => {
    switch (family) {
      case 'number':
        return `${row}.number`
      case 'date':
        return `${row}.day`
      case 'boolean':
        return `(${row}.text = 'true')`
      case 'choices':
        return `string_to_array(${row}.text, ' ')`
      default:
        return `${row}.text`
    }
  }
  const order = (row: string) =>
    family === 'number' || family === 'date' ? value(row) : `${row}.text`
  return {
    table: 'application_answer',
    recordId: (row) => `${row}.registration_id`,
    // Each part has its own index range. An application that answered two questions with this key
    // has the answer to the newer one.
    parts: ids.map((id, at) => (row: string) => {
      const own = `${row}.item_id = ${idsSql([id])} AND ${order(row)} IS NOT NULL`
      return at === 0
        ? own
        : `${own} AND NOT EXISTS (SELECT FROM application_answer newer WHERE newer.registration_id = ${row}.registration_id AND newer.item_id IN (${idsSql(ids.slice(0, at))}))`
    }),
    value,
    ...((family === 'text' || family === 'ascii') && {
      folded: (row: string) => `translate(${row}.text, '{|', '')`,
    }),
    order,
  }
}
