/** Templates of messages to applicants, and the values of their fields. */

import { translationNames } from '@matricola/schema/translated-fields.ts'
import { formatLongDay, today } from '@matricola/schema/values/dates.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import { invalidInput } from '@matricola/schema/wire/errors.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { Clock } from '@matricola/server/ports/clock.ts'
import type { Hooks } from '@matricola/server/records/hooks.ts'
import type { StoredRecord } from '@matricola/server/records/reading/get-record.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import { allTranslations } from '@matricola/server/sql/translated-columns.ts'
import { columns, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import type { Texts } from '@matricola/server/texts.ts'
import type { FormTexts } from '#resources/admission/form-content.ts'
import {
  type TemplateValues,
  unfilledIn,
  unknownNamesIn,
} from '#resources/admission/template-fields.ts'
import { textIn } from '#resources/admission/translated-name.ts'
import type { WireState } from '#resources/admission/wire.ts'
import type { AdmissionDates } from '#resources/admission/wire-dates.ts'
import {
  documentField,
  documentLabelKey,
  documentNames,
  isStandardDocument,
} from '#resources/application-documents.ts'
import { languages } from '#resources/languages.ts'
import type { messageTemplates } from '#resources/message-templates.ts'
import { registrations } from '#resources/registrations.ts'
import { settings } from '#resources/settings.ts'
import { specializations } from '#resources/specializations.ts'
import { noAdmissionDates, readAdmissionDates } from '#server/admission/admission-dates.ts'
import { readStatesById } from '#server/admission/applicant/application-state.ts'
import { readChoices } from '#server/admission/applicant/choices.ts'
import { getStoredApplication } from '#server/admission/applicant/read-application.ts'
import { readFixedItemTexts } from '#server/admission/forms/published-forms.ts'
import { hasDefaultOfficeHours } from '#server/admission/office-hours.ts'
import { requestedChangesOf } from '#server/admission/review/transition-values.ts'

const settingsRow = table(settings)
const registration = table(registrations)
const specialization = table(specializations)

const bodyNames = ['body', ...translationNames('body', languages)]

/** Refuses names in double braces that are no fields, next to the text that contains them. */
export const messageTemplateHooks: Hooks<typeof messageTemplates> = {
  validate: async (writes) =>
    writes.map(
      ({ changed }: { readonly changed: Values }): FieldIssues =>
        Object.fromEntries(
          bodyNames.flatMap((name) => {
            const [unknown] = unknownNamesIn(String(changed[name] ?? ''))
            return unknown === undefined
              ? []
              : [[name, [{ code: 'messageTemplate.unknownField', params: { field: unknown } }]]]
          }),
        ),
    ),
}

/** Throws `input.invalid` if fields of a template were not filled in. */
export function assertFilledIn(body: string): void {
  const [field] = unfilledIn(body)
  if (field !== undefined)
    throw invalidInput({ body: [{ code: 'messageTemplate.emptyField', params: { field } }] })
}

/** Returns the id of the application with a reference number that was not erased; null if none. */
export async function findTemplateApplication(
  queries: Queries,
  reference: string,
): Promise<string | null> {
  const [row] = await runStatement(
    queries,
    sql`select ${pick({ id: registration.id })} from ${registration} where ${registration.referenceCode} = ${reference.toUpperCase()} and ${registration.erasedAt} is null`,
  )
  return row?.id ?? null
}

/**
 * Returns the values of the fields for an application, in each language. They contain only what the
 * applicant knows.
 */
export async function readTemplateValues(
  context: Context,
  id: string,
): Promise<{ readonly [language: string]: TemplateValues }> {
  const application = await getStoredApplication(context, id)
  const valuesIn = (await readValuesByApplication(context, [application])).get(id)
  return Object.fromEntries(languages.flatMap((one) => (valuesIn ? [[one, valuesIn(one)]] : [])))
}

interface ValuesContext {
  readonly database: Queries
  readonly texts: Texts
  readonly clock: Clock
}

/** Like `readTemplateValues`, for many applications: a function of the language by id. */
export async function readValuesByApplication(
  context: ValuesContext,
  applications: readonly StoredRecord[],
): Promise<ReadonlyMap<string, (language: Language) => TemplateValues>> {
  const { database, texts, clock } = context
  const now = clock.now()
  const ids = applications.map(({ id }) => id)
  const sessionIds = applications.flatMap(({ values: { admissionSessionId: id } }) =>
    typeof id === 'string' ? [id] : [],
  )
  const [states, programmes, sessions] = await Promise.all([
    readStatesById(context, ids, { now, reader: 'applicant' }),
    runStatement(database, programmesOf(ids)),
    readAdmissionDates(database, [...new Set(sessionIds)]),
  ])
  const programmeById = new Map(programmes.map((row) => [row.id, row]))
  const result = new Map<string, (language: Language) => TemplateValues>()
  for (const { id, values } of applications) {
    const [{ questions }, fieldTexts] = await Promise.all([
      readChoices(database, texts, id, values),
      readFixedItemTexts(database, { ...values, id }),
    ])
    const { rounds } = sessions.get(String(values.admissionSessionId)) ?? noAdmissionDates
    const facts = {
      ...{ values, rounds, fieldTexts, programme: programmeById.get(id), day: today(now) },
      dates: states.get(id)?.dates ?? [],
      asked: questions.map(({ name }) => name),
    }
    result.set(id, (language) => templateValuesIn(texts, facts, language))
  }
  return result
}

/** Query for the programme of each application, with the texts of the university. */
const programmesOf = (ids: readonly string[]) =>
  sql`select ${pick({
    id: registration.id,
    ...columns(specialization, 'name', 'cycle'),
    names: allTranslations(specialization.name),
    officeHours: settingsRow.officeHours,
    universityLanguage: settingsRow.language,
  })} from ${registration} cross join ${settingsRow} join ${specialization} on ${specialization.id} = ${registration.specializationId}
   where ${registration.id} = any(${ids}::uuid[])`

interface TemplateFacts {
  readonly values: Values
  readonly rounds: AdmissionDates['rounds']
  readonly dates: WireState['dates']
  /** The names of the questions that the programmes ask. */
  readonly asked: readonly string[]
  /** The texts of the form for the fields of every application. */
  readonly fieldTexts: Awaited<ReturnType<typeof readFixedItemTexts>>
  readonly day: string
  readonly programme: ReturnType<typeof programmesOf>['~rows'] | undefined
}

function templateValuesIn(
  texts: Texts,
  { values, rounds, dates, asked, fieldTexts, day, programme }: TemplateFacts,
  language: Language,
): TemplateValues {
  const next = rounds.find(({ resultsOn }) => resultsOn !== null && resultsOn >= day)
  const round = next ?? rounds.findLast(({ resultsOn }) => resultsOn !== null)
  const dateOf = (kind: 'confirm' | 'results') =>
    dates.find((one) => one.kind === kind)?.date ?? null
  const open = requestedChangesOf(values).filter(
    ({ answeredAt }) => answeredAt === null && values.status === 'update_requested',
  )
  const requested = open.map(({ field }) => field)
  const missing = documentNames.filter(
    (name) =>
      requested.includes(name) ||
      ((values[documentField(name)] ?? null) === null &&
        (isStandardDocument(name) || asked.includes(name))),
  )
  const text = (key: string) => texts.text(language, key)
  const officeText = (label: FormTexts) =>
    textIn(label, language, programme?.universityLanguage ?? language)
  const missingLabels = [
    ...missing.map((name) => {
      const label = fieldTexts[name]?.label
      return label
        ? officeText(label)
        : text(documentLabelKey(name, programme?.cycle, values.identityType))
    }),
    ...open.flatMap(({ item }) => (item?.type === 'file' ? [officeText(item.label)] : [])),
  ]
  const dayText = (date: string | null) =>
    date === null ? null : formatLongDay(date.length > 10 ? today(new Date(date)) : date, language)
  return {
    firstName: String(values.firstName),
    reference: String(values.referenceCode),
    programme: programme ? (programme.names?.[language] ?? programme.name) : null,
    round: round ? (round.names?.[language] ?? round.name) : null,
    confirmBy: dayText(dateOf('confirm')),
    resultsOn: dayText(dateOf('results') ?? next?.resultsOn ?? null),
    missing:
      missingLabels.length === 0 ? null : new Intl.ListFormat(language).format(missingLabels),
    officeHours: hasDefaultOfficeHours(texts, programme?.officeHours ?? null)
      ? text('public:footer.hours')
      : (programme?.officeHours ?? null),
  }
}
