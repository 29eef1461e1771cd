/** The published application forms, and the answers that are sent to them. */
import { today } from '@matricola/schema/values/dates.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import {
  columns,
  equalsLiteral,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { admissionErrors } from '#resources/admission/errors.ts'
import { validateAnswers } from '#resources/admission/form-answers.ts'
import { type FormAnswers, type FormContent, itemsOf } from '#resources/admission/form-content.ts'
import { formFactsOf } from '#resources/admission/form-facts.ts'
import type { WireFormAnswer } from '#resources/admission/wire-review.ts'
import { applicationFormVersions } from '#resources/application-form-versions.ts'
import { applicationForms } from '#resources/application-forms.ts'
import type { SentChoice } from '#resources/calls/admission.ts'

const form = table(applicationForms)
const version = table(applicationFormVersions)

interface PublishedForm {
  readonly id: string
  readonly admissionSessionId: string
  readonly degree: string
  readonly content: FormContent
}

/**
 * Contents by version id. Published content never changes; a shared object also shares the schemas
 * that were compiled for its items.
 */
const contents = new Map<string, FormContent>()
const maxCached = 20

/** Returns the published forms of admission sessions. */
export async function readPublishedForms(
  queries: Queries,
  sessionIds: readonly string[],
): Promise<readonly PublishedForm[]> {
  if (sessionIds.length === 0) return []
  const rows = await runStatement(
    queries,
    sql`select ${pick({
      ...columns(version, 'id'),
      ...columns(form, 'admissionSessionId', 'degree'),
    })} from ${version} join ${form} on ${form.id} = ${version.formId}
     where ${form.admissionSessionId} = any(${sessionIds}::uuid[]) and ${equalsLiteral(version.state, 'published')}`,
  )
  const forms = await Promise.all(
    rows.map(async (row) => ({ ...row, content: await readFormContent(queries, row.id) })),
  )
  return forms
}

/** Returns the content of a published version. Throws if there is no such version. */
export async function readFormContent(queries: Queries, id: string): Promise<FormContent> {
  const cached = contents.get(id)
  if (cached) return cached
  const [row] = await runStatement(
    queries,
    sql`select ${pick(columns(version, 'content'))} from ${version} where ${version.id} = ${id}::uuid`,
  )
  if (!row?.content) throw new Error(`form version ${id} is missing`)
  const [oldest] = contents.keys()
  if (contents.size >= maxCached && oldest !== undefined) contents.delete(oldest)
  contents.set(id, row.content)
  return row.content
}

/**
 * Returns the answers of an application with their questions, in the order of the form. Empty if it
 * was sent without a form.
 */
export async function describeAnswers(
  queries: Queries,
  { answers, formVersionId }: Values,
): Promise<readonly WireFormAnswer[]> {
  if (typeof formVersionId !== 'string' || !answers) return []
  // The declaration gives the field this type.
  const values = answers as FormAnswers
  return itemsOf(await readFormContent(queries, formVersionId)).flatMap((item) => {
    const answer = values[item.id]
    if (answer === undefined) return []
    const { id, key, type, label } = item
    if (!('options' in item)) return [{ id, key, type, label, answer }]
    const chosen = Array.isArray(answer) ? answer : [answer]
    const options = item.options.flatMap((option) =>
      chosen.includes(option.id) ? [option.label] : [],
    )
    return [{ id, key, type, label, answer, options }]
  })
}

interface SentAnswers {
  readonly admissionSessionId: string | null
  readonly lastDay: string | null
  /** Chosen programmes, first choice first. */
  readonly programmes: readonly {
    readonly id: string
    readonly cycle: string
    readonly departmentProfileId: string
  }[]
  readonly values: Values
  readonly choices: readonly SentChoice[]
  readonly answers: FormAnswers | undefined
  /** The version that the applicant has seen; absent if the sender does not know it. */
  readonly formVersionId: string | undefined
  /** Staff may leave out the answers. */
  readonly isStaff: boolean
  readonly now: Date
}

/**
 * Returns the answers as the record stores them, with the version of the form. Throws
 * `input.invalid` with the issues by item, and `registration.formChanged` if another version has
 * been published since the applicant saw the form.
 */
export async function checkFormAnswers(queries: Queries, sent: SentAnswers): Promise<Values> {
  const { admissionSessionId, programmes, values, answers, formVersionId } = sent
  const forms = await readPublishedForms(
    queries,
    admissionSessionId === null ? [] : [admissionSessionId],
  )
  const form = forms.find(({ degree }) => degree === programmes[0]?.cycle)
  if (formVersionId !== undefined && formVersionId !== form?.id)
    throw new AppError(admissionErrors['registration.formChanged'])
  if (!form) {
    if (answers === undefined || Object.keys(answers).length === 0) return {}
    throw invalidInput({ answers: [{ code: 'field.notApplicable' }] })
  }
  if (sent.isStaff && answers === undefined) return {}
  const facts = formFactsOf({
    identityType: String(values.identityType),
    citizenship: String(values.citizenship),
    birthDate: String(values.birthDate),
    programmes,
    fundingPreferences: [
      values.fundingPreference,
      ...sent.choices.map(({ fundingPreference }) => fundingPreference),
    ].flatMap((preference) => (typeof preference === 'string' ? [preference] : [])),
    placeKindId: typeof values.placeKindId === 'string' ? values.placeKindId : null,
    lastDay: sent.lastDay === null ? today(sent.now) : today(new Date(sent.lastDay)),
  })
  const checked = validateAnswers(form.content, facts, answers ?? {})
  if (Object.keys(checked.issues).length > 0) throw invalidInput(checked.issues)
  return { formVersionId: form.id, answers: checked.answers }
}
