/**
 * Change requests to many applicants at once: the fields that each of them has, their languages, and
 * the job. Each row is written like a request to one applicant, with the text in the applicant's
 * language.
 */

import { evaluate, fieldsRead } from '@matricola/schema/predicate.ts'
import { asAnyResource } from '@matricola/schema/registry.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import type { ResponseBody } from '@matricola/schema/wire/call.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import { rowIssue } from '@matricola/schema/wire/jobs.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { createSelection, selectionTotal } from '@matricola/server/jobs/selections.ts'
import { startBulkJob } from '@matricola/server/jobs/start-bulk.ts'
import { authorize } from '@matricola/server/policy/permit.ts'
import type { RowRefusal } from '@matricola/server/records/batch/types.ts'
import type { ActionRequest, WriteDraft } from '@matricola/server/records/hooks.ts'
import type { StoredRecord } from '@matricola/server/records/reading/get-record.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import { selectionRowTable } from '@matricola/server/sql/tables.ts'
import {
  expr,
  isOneOfLiterals,
  pick,
  runStatement,
  type SqlExpression,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { requestStates } from '#resources/admission/application-workflow.ts'
import type { FormItem, FormTexts } from '#resources/admission/form-content.ts'
import { isItemId } from '#resources/admission/form-item-id.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import { applicationChoices } from '#resources/application-choices.ts'
import {
  changeableFields,
  documentField,
  isDocumentName,
  programmeQuestionFields,
} from '#resources/application-documents.ts'
import type { changeRequestOptions } from '#resources/calls/review.ts'
import type { RequestTexts } from '#resources/calls/status-update.ts'
import { registrations } from '#resources/registrations.ts'
import { specializations } from '#resources/specializations.ts'
import { readRequestableItems } from '#server/admission/forms/published-forms.ts'
import { assertRecipientLimit, missingTextIssues } from '#server/admission/messages/recipients.ts'
import type { ChangeInput } from './change-requests.ts'
import { readReviewSettings } from './transition-notices.ts'

const selectionRow = table(selectionRowTable)
const registration = table(registrations)
const specialization = table(specializations)
const admissionProgramme = table(admissionProgrammes)
const applicationChoice = table(applicationChoices)

const storedName = (name: string) => (isDocumentName(name) ? documentField(name) : name)
const visibleWhen = (name: string) => asAnyResource(registrations).form?.[name]?.visibleWhen

/** Fields on which the visibility of changeable fields depends. */
const conditionFields = [
  ...new Set(
    changeableFields.flatMap((name) => {
      const condition = visibleWhen(name)
      return condition ? fieldsRead(condition) : []
    }),
  ),
]

/** Reading a form's condition needs no caller: no condition of an application's form names one. */
const nobody = { id: '', role: 'admin' } as const

/**
 * Returns the changeable fields that an application has: those its form shows, and questions that
 * one of its programmes asks or that were answered.
 */
const fieldsOfApplication = (values: Values, requirements: readonly string[]): readonly string[] =>
  changeableFields.filter((name) => {
    const stored = storedName(name)
    const condition = visibleWhen(name)
    if (condition && !evaluate(condition, values, nobody)) return false
    return (
      !programmeQuestionFields.includes(stored) ||
      requirements.includes(stored) ||
      (values[stored] ?? null) !== null
    )
  })

/** The questions that the programmes of an application ask, as SQL. */
const requirementsOf = (values: {
  readonly id: unknown
  readonly specializationId: unknown
  readonly admissionSessionId: unknown
}) => expr<
  readonly (readonly string[])[]
>`(select coalesce(jsonb_agg(${admissionProgramme.requirements} order by ${admissionProgramme.id}), '[]') from ${admissionProgramme}
    where ${admissionProgramme.admissionSessionId} = ${values.admissionSessionId}::uuid and ${admissionProgramme.requirements} is not null
    and (${admissionProgramme.specializationId} = ${values.specializationId}::uuid
      or ${admissionProgramme.specializationId} in (select ${applicationChoice.specializationId} from ${applicationChoice} where ${applicationChoice.registrationId} = ${values.id}::uuid)))`

/** Texts and fields of the request to one applicant, as input of the transition. */
export async function inputForApplicant(
  queries: Queries,
  { permit, record, before, input }: WriteDraft<typeof registrations>,
): Promise<Values> {
  // Validated by the schemas of the input.
  const texts = (input.requestTexts as RequestTexts)[String(record.language)]
  const requested = (input.requestedChanges ?? []) as readonly ChangeInput[]
  if (!texts)
    throw invalidInput({
      requestTexts: [
        { code: 'changeRequest.textMissing', params: { language: String(record.language) } },
      ],
    })
  const hasQuestions = requested.some(({ field }) =>
    programmeQuestionFields.includes(storedName(field)),
  )
  const [row] = hasQuestions
    ? await runStatement(
        queries,
        sql`select ${pick({
          requirements: requirementsOf({
            id: before?.id ?? null,
            specializationId: record.specializationId,
            admissionSessionId: record.admissionSessionId,
          }),
        })}`,
      )
    : []
  const fields = fieldsOfApplication(record, row?.requirements.flat() ?? [])
  const items = requested.some(({ field }) => isItemId(field))
    ? await readRequestableItems(queries, { ...record, id: before?.id }, permit.role)
    : []
  const requestedChanges = requested.filter(
    ({ field }) => fields.includes(field) || items.some(({ item }) => item.id === field),
  )
  if (requested.length > 0 && requestedChanges.length === 0)
    throw invalidInput({ requestedChanges: [{ code: 'changeRequest.noneApplies' }] })
  return { ...texts, requestedChanges: requested.length > 0 ? requestedChanges : null }
}

/** Fields of registrations by name. Names of questions and conditions are known at run time only. */
const registrationFields = registration as unknown as { readonly [name: string]: SqlExpression }

const commaSeparated = (list: readonly SqlExpression[]): SqlExpression =>
  list.length === 0 ? expr`` : list.reduce((all, one) => expr`${all}, ${one}`)

/**
 * Returns the applications of a selection that can be asked, by what a request depends on, with the
 * number of each kind.
 */
const readKinds = (queries: Queries, selectionId: string) =>
  runStatement(
    queries,
    sql`select ${pick({
      language: registration.language,
      cycle: specialization.cycle,
      answered: expr<
        readonly string[]
      >`array_remove(array[${commaSeparated(programmeQuestionFields.map((name) => expr`case when ${registrationFields[name]} is not null then ${name}::text end`))}]::text[], null)`,
      values: expr<Values>`jsonb_build_object(${commaSeparated(conditionFields.map((name) => expr`${name}::text, ${registrationFields[name]}`))})`,
      requirements: requirementsOf(registration),
      formVersionId: registration.formVersionId,
      formVersionIds: registration.formVersionIds,
      admissionSessionId: registration.admissionSessionId,
      specializationId: registration.specializationId,
      count: expr<number>`count(*)`,
    })} from ${selectionRow} join ${registration} on ${registration.id} = ${selectionRow.record_id}
     left join ${specialization} on ${specialization.id} = ${registration.specializationId}
     where ${selectionRow.selection_id} = ${selectionId}::uuid and ${isOneOfLiterals(registration.status, requestStates)} and ${registration.erasedAt} is null
     group by 1, 2, 3, 4, 5, 6, 7, 8, 9`,
  )

/**
 * Returns what the applicants of a selection can be asked for, and their languages. Throws
 * `selection.gone`.
 */
export async function readManyRequestOptions(
  { database, clock }: Context,
  caller: Caller,
  selectionId: string,
): Promise<ResponseBody<typeof changeRequestOptions.output>> {
  const resource = asAnyResource(registrations)
  const total = await selectionTotal(database, clock.now(), { id: selectionId, caller, resource })
  const kinds = await readKinds(database, selectionId)
  const { requestDays } = await readReviewSettings(database)
  const languages = countBy(kinds, ({ language }) => [language])
  const fields = countBy(kinds, ({ answered, values, requirements }) =>
    fieldsOfApplication(
      { ...values, ...Object.fromEntries(answered.map((name) => [name, true])) },
      requirements.flat(),
    ),
  )
  const items = await countItems(database, caller.role, kinds)
  const cycles = new Set(kinds.map(({ cycle }) => cycle))
  return {
    total,
    askable: kinds.reduce((sum, { count }) => sum + count, 0),
    languages: [...languages].map(([language, count]) => ({ language, count })),
    fields: changeableFields.flatMap((field) => {
      const count = fields.get(field)
      return count === undefined ? [] : [{ field, count }]
    }),
    items,
    cycle: cycles.size === 1 ? ([...cycles][0] ?? null) : null,
    days: requestDays,
  }
}

/**
 * The questions and documents of forms that applications can be asked for, with the number of these
 * applications, the most frequent first.
 */
async function countItems(
  queries: Queries,
  role: Role,
  kinds: readonly Awaited<ReturnType<typeof readKinds>>[number][],
) {
  const items = new Map<string, { readonly label: FormTexts; count: number }>()
  const known = new Map<string, Promise<readonly { readonly item: FormItem }[]>>()
  for (const { formVersionId, formVersionIds, ...kind } of kinds) {
    const values = { ...kind, formVersionId, formVersionIds, id: undefined }
    const { admissionSessionId, specializationId } = kind
    const key = JSON.stringify([
      formVersionId,
      formVersionIds,
      admissionSessionId,
      specializationId,
    ])
    const found = known.get(key) ?? readRequestableItems(queries, values, role)
    known.set(key, found)
    for (const { item } of await found) {
      const counted = items.get(item.id) ?? { label: item.label, count: 0 }
      counted.count += kind.count
      items.set(item.id, counted)
    }
  }
  return [...items]
    .map(([id, { label, count }]) => ({ id, label, count }))
    .sort((one, other) => other.count - one.count)
}

/** Number of applications for each name, the most frequent first. */
function countBy<Kind extends { readonly count: number }>(
  kinds: readonly Kind[],
  namesOf: (kind: Kind) => readonly string[],
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const kind of kinds)
    for (const name of namesOf(kind)) counts.set(name, (counts.get(name) ?? 0) + kind.count)
  return new Map([...counts].toSorted(([, one], [, other]) => other - one))
}

/**
 * Throws `input.invalid` if a job cannot request changes of the applications of a selection: there
 * are too many, or their texts are missing in one of their languages.
 */
export async function assertRequestCreatable(
  queries: Queries,
  { input }: ActionRequest,
  { id, total }: { readonly id: string; readonly total: number },
): Promise<void> {
  assertRecipientLimit(total)
  const { areUpdatesDisabled } = await readReviewSettings(queries)
  if (areUpdatesDisabled) throw new AppError('transition.refused', { allowed: [] })
  const required = ['requestTexts', 'requestedChanges'].filter((part) => !input[part])
  if (required.length > 0)
    throw invalidInput(Object.fromEntries(required.map((part) => [part, [{ code: 'required' }]])))
  // Validated by its schema.
  const missing = missingTextIssues(
    (await readKinds(queries, id)).map(({ language }) => language),
    input.requestTexts as RequestTexts,
  )
  if (missing.length > 0) throw invalidInput({ requestTexts: missing })
}

/**
 * Returns the applications that cannot be asked or written to, with a reason that says more than
 * their status.
 */
export const applicantExclusions = (
  action: string,
  records: readonly StoredRecord<typeof registrations>[],
): ReadonlyMap<string, RowRefusal> =>
  new Map(
    (['requestUpdate', 'message'].includes(action) ? records : []).flatMap(({ id, values }) => {
      const code =
        values.erasedAt !== null
          ? 'changeRequest.erased'
          : action === 'requestUpdate' && values.status === 'update_requested'
            ? 'changeRequest.alreadyAsked'
            : null
      return code ? [[id, { verdict: 'state', issues: rowIssue(code) } as const]] : []
    }),
  )

export interface ManyRequestInput {
  readonly requestTexts: RequestTexts
  readonly requestedChanges: readonly ChangeInput[]
  /** Absent: the number of days in the settings. */
  readonly requestDays?: number
}

/**
 * Starts a job that requests changes of the applications with these ids, as the user `caller`, and
 * returns its id. It runs without confirmation. Throws `access.denied` and `input.invalid`.
 */
export async function requestChangesOfMany(
  context: Context,
  caller: Caller,
  ids: readonly string[],
  input: ManyRequestInput,
): Promise<string> {
  const resource = asAnyResource(registrations)
  const permit = authorize(caller, resource, 'bulk')
  const { id: selection } = await createSelection(context, caller, permit, { ids })
  return startBulkJob(
    context,
    { caller, resource },
    { selection, action: 'requestUpdate', input: { ...input }, start: true },
  )
}
