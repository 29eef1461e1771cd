/** The published application forms, and the answers that are sent to them. */
import { today } from '@matricola/schema/values/dates.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
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
import {
  factsWithAnswers,
  fixedItemTexts,
  itemInWordsFor,
  validateAnswers,
} from '#resources/admission/form-answers.ts'
import {
  type FixedItemTexts,
  type FormAnswers,
  type FormContent,
  type FormItem,
  isReadBy,
  itemsOf,
  type RemovedFormPart,
} from '#resources/admission/form-content.ts'
import { type FormApplicant, type FormFacts, formFactsOf } from '#resources/admission/form-facts.ts'
import type { WireFormAnswer } from '#resources/admission/wire-review.ts'
import { applicationFormVersions } from '#resources/application-form-versions.ts'
import { applicationForms } from '#resources/application-forms.ts'
import type { SentChoice } from '#resources/calls/admission.ts'
import { registrations } from '#resources/registrations.ts'
import { specializations } from '#resources/specializations.ts'
import {
  answersOf,
  laterVersionsOf,
  readFormContent,
  storeInCache,
  versionsOf,
} from './form-contents.ts'
import { readStoredFacts } from './stored-facts.ts'

const form = table(applicationForms)
const version = table(applicationFormVersions)
const registration = table(registrations)
const specialization = table(specializations)

interface PublishedForm {
  readonly id: string
  readonly admissionSessionId: string
  readonly degree: string
  readonly content: FormContent
}

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

/**
 * Questions and options that earlier versions had, by version id. They never change either, because
 * a version is published only once.
 */
const removedParts = new Map<string, readonly RemovedFormPart[]>()

/** Returns the questions and options that earlier versions of a published form had. */
export async function readRemovedParts(
  queries: Queries,
  id: string,
): Promise<readonly RemovedFormPart[]> {
  const cached = removedParts.get(id)
  if (cached) return cached
  const own = table(applicationFormVersions, 'own')
  const earlier = await runStatement(
    queries,
    sql`select ${pick(columns(version, 'content'))} from ${version} join ${own} on ${own.formId} = ${version.formId}
     where ${own.id} = ${id}::uuid and ${equalsLiteral(version.state, 'retired')} order by ${version.number}`,
  )
  const kept = new Set(partsOf(await readFormContent(queries, id)).map((part) => part.id))
  // The newest words of a part win.
  const removed = [
    ...new Map(
      earlier
        .flatMap(({ content }) => (content ? partsOf(content) : []))
        .filter((part) => !kept.has(part.id))
        .map((part) => [part.id, part]),
    ).values(),
  ]
  storeInCache(removedParts, id, removed)
  return removed
}

const partsOf = (content: FormContent): readonly RemovedFormPart[] =>
  itemsOf(content)
    .flatMap((item) => [item, ...('options' in item ? item.options : [])])
    .map(({ id, label }) => ({ id, label }))

/** A question that staff can ask an applicant, with the version of the form that contains it. */
interface RequestableItem {
  readonly item: FormItem
  readonly formVersionId: string
}

/**
 * Returns the questions and documents that a role can name in a change request, without those whose
 * answers it may not read, in the order of the forms: those of the version that the application was
 * sent with, of later versions that it has answered, and of the published version for its session
 * and degree.
 */
export async function readRequestableItems(
  queries: Queries,
  values: StoredApplication,
  role: Role,
): Promise<readonly RequestableItem[]> {
  const published = await runStatement(
    queries,
    sql`select ${pick({ id: version.id })} from ${version} join ${form} on ${form.id} = ${version.formId}
     join ${specialization} on ${specialization.cycle} = ${form.degree}
     where ${equalsLiteral(version.state, 'published')} and ${form.admissionSessionId} = ${values.admissionSessionId ?? null}::uuid
       and ${specialization.id} = ${values.specializationId}::uuid`,
  )
  const items = await itemsOfVersions(queries, [
    ...versionsOf(values),
    ...published.map(({ id }) => id),
  ])
  return inWordsFor(
    queries,
    values,
    items.filter(({ item }) => isReadBy(item, role)),
  )
}

/** The values of an application. Without an id, texts are not chosen for its applicant. */
type StoredApplication = Values & { readonly id: string | undefined }

/**
 * The items with the texts that the applicant was shown: those of the variant that applies. The
 * facts of the applicant are read only if an item has variants.
 */
async function inWordsFor(
  queries: Queries,
  values: StoredApplication,
  items: readonly RequestableItem[],
): Promise<readonly RequestableItem[]> {
  const hasVariants = items.some(({ item }) => item.variants)
  const facts =
    hasVariants && values.id !== undefined
      ? (await readStoredFacts(queries, [values.id])).get(values.id)
      : undefined
  if (!facts) return items
  const answers = answersOf(values)
  return Promise.all(
    items.map(async ({ item, formVersionId }) => ({
      formVersionId,
      item: itemInWordsFor(item, await readFormContent(queries, formVersionId), facts, answers),
    })),
  )
}

/**
 * The texts of the form for the fields and documents that every applicant is asked for, as the
 * applicant was shown them. Fields with the texts of the program are left out.
 */
export async function readFixedItemTexts(
  queries: Queries,
  values: StoredApplication,
): Promise<FixedItemTexts> {
  const [versionId] = versionsOf(values)
  const content = versionId === undefined ? null : await readFormContent(queries, versionId)
  if (!content?.fixed || values.id === undefined) return {}
  const facts = (await readStoredFacts(queries, [values.id])).get(values.id)
  return facts ? fixedItemTexts(content, facts, answersOf(values)) : {}
}

/** The questions of several versions. A question has the words of the first one that contains it. */
export async function itemsOfVersions(
  queries: Queries,
  ids: readonly string[],
): Promise<readonly RequestableItem[]> {
  const all = await Promise.all(
    ids.map(async (id) =>
      itemsOf(await readFormContent(queries, id)).map((item) => ({ item, formVersionId: id })),
    ),
  )
  const byId = new Map<string, RequestableItem>()
  for (const one of all.flat()) if (!byId.has(one.item.id)) byId.set(one.item.id, one)
  return [...byId.values()]
}

/** Whether a role that reads an application may read its answer to a question. */
export async function canReadAnswer(
  queries: Queries,
  role: Role,
  { id, itemId }: { readonly id: string; readonly itemId: string },
): Promise<boolean> {
  const [values] = await runStatement(
    queries,
    sql`select ${pick(columns(registration, 'formVersionId', 'formVersionIds'))} from ${registration} where ${registration.id} = ${id}::uuid`,
  )
  const items = values ? await itemsOfVersions(queries, versionsOf(values)) : []
  return items.some(({ item }) => item.id === itemId && isReadBy(item, role))
}

/** Returns the values after the applicant has answered some questions. */
export function valuesAfterAnswers(
  values: Values,
  answered: readonly {
    readonly formVersionId: string
    readonly id: string
    readonly answer: unknown
  }[],
): Values {
  const [first] = answered
  if (!first) return {}
  // An application that was sent without a form belongs to the first version that it answers.
  const formVersionId = values.formVersionId ?? first.formVersionId
  const later = new Set([
    ...laterVersionsOf(values),
    ...answered.map((one) => one.formVersionId).filter((id) => id !== formVersionId),
  ])
  return {
    answers: {
      ...answersOf(values),
      ...Object.fromEntries(answered.map(({ id, answer }) => [id, answer])),
    },
    formVersionId,
    ...(later.size > 0 && { formVersionIds: [...later] }),
  }
}

/**
 * Returns the answers of an application with their questions, in the order of the form: those that
 * a role may read, or all of them. Empty if it was sent without a form.
 */
export async function describeAnswers(
  queries: Queries,
  record: StoredApplication,
  role?: Role,
): Promise<readonly WireFormAnswer[]> {
  const values = answersOf(record)
  const items = await inWordsFor(
    queries,
    record,
    await itemsOfVersions(queries, versionsOf(record)),
  )
  return items.flatMap(({ item }) => {
    const answer = values[item.id]
    if (answer === undefined || (role && !isReadBy(item, role))) return []
    const { id, key, type, label } = item
    if (item.type === 'table') return [{ id, key, type, label, answer, columns: item.columns }]
    if (!('options' in item)) return [{ id, key, type, label, answer }]
    const chosen = Array.isArray(answer) ? answer : [answer]
    const options = item.options.flatMap((option) =>
      chosen.includes(option.id) ? [option.label] : [],
    )
    return [{ id, key, type, label, answer, options }]
  })
}

/** The answers that are documents. */
export const documentsAmong = (answers: readonly WireFormAnswer[]) =>
  answers.filter(({ type }) => type === 'file')

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

interface CheckedAnswers {
  readonly facts: FormFacts
  /** Values of the record. */
  readonly values: Values
  /** Ids of staged files, by the id of their item. */
  readonly documents: Values
}
const noAnswers = { values: {}, documents: {} } as const

/**
 * Returns the answers as the record stores them, with the version of the form, and the facts about
 * the applicant. Throws
 * `input.invalid` with the issues by item, and `registration.formChanged` if another version has
 * been published since the applicant saw the form.
 */
export async function checkFormAnswers(
  queries: Queries,
  sent: SentAnswers,
): Promise<CheckedAnswers> {
  const { admissionSessionId, programmes, answers, formVersionId } = sent
  const forms = await readPublishedForms(
    queries,
    admissionSessionId === null ? [] : [admissionSessionId],
  )
  const form = forms.find(({ degree }) => degree === programmes[0]?.cycle)
  if (formVersionId !== undefined && formVersionId !== form?.id)
    throw new AppError(admissionErrors['registration.formChanged'])
  const facts = formFactsOf(applicantOf(sent))
  if (!form) {
    if (answers === undefined || Object.keys(answers).length === 0) return { ...noAnswers, facts }
    throw invalidInput({ answers: [{ code: 'field.notApplicable' }] })
  }
  if (sent.isStaff && answers === undefined) return { ...noAnswers, facts }
  const checked = validateAnswers(form.content, facts, answers ?? {})
  if (Object.keys(checked.issues).length > 0) throw invalidInput(checked.issues)
  const documents = itemsOf(form.content).flatMap(({ id, type }) =>
    type === 'file' && checked.answers[id] !== undefined ? [[id, checked.answers[id]]] : [],
  )
  return {
    facts: factsWithAnswers(form.content, facts, checked.answers),
    values: { formVersionId: form.id, answers: checked.answers },
    documents: Object.fromEntries(documents),
  }
}

const applicantOf = ({
  programmes,
  values,
  choices,
  lastDay,
  now,
}: SentAnswers): FormApplicant => ({
  identityType: String(values.identityType),
  citizenship: String(values.citizenship),
  birthDate: String(values.birthDate),
  programmes,
  fundingPreferences: [
    values.fundingPreference,
    ...choices.map(({ fundingPreference }) => fundingPreference),
  ].flatMap((preference) => (typeof preference === 'string' ? [preference] : [])),
  placeKindId: typeof values.placeKindId === 'string' ? values.placeKindId : null,
  lastDay: lastDay === null ? today(now) : today(new Date(lastDay)),
})
