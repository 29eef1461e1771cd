/** Templates of messages to applicants, and the values of their fields. */

import { translationNames } from '@matricola/schema/translated-fields.ts'
import { formatLongDay, today } from '@matricola/schema/values/dates.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import { invalidInput } from '@matricola/schema/wire/errors.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { Hooks } from '@matricola/server/records/hooks.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import { allTranslations } from '@matricola/server/sql/translated-columns.ts'
import { columns, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import type { FormTexts } from '#resources/admission/form-content.ts'
import {
  type TemplateValues,
  unfilledIn,
  unknownNamesIn,
} from '#resources/admission/template-fields.ts'
import { textIn } from '#resources/admission/translated-name.ts'
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
import { readState } from '#server/admission/applicant/application-state.ts'
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
  const { database, texts, clock } = context
  const now = clock.now()
  const { values } = await getStoredApplication(context, id)
  const { admissionSessionId: sessionId } = values
  const [state, [row], sessions, { questions }, fieldTexts] = await Promise.all([
    readState(context, id, { now, reader: 'applicant' }),
    runStatement(
      database,
      sql`select ${pick({
        ...columns(specialization, 'name', 'cycle'),
        names: allTranslations(specialization.name),
        officeHours: settingsRow.officeHours,
        universityLanguage: settingsRow.language,
      })} from ${registration} cross join ${settingsRow} join ${specialization} on ${specialization.id} = ${registration.specializationId}
       where ${registration.id} = ${id}::uuid`,
    ),
    readAdmissionDates(database, typeof sessionId === 'string' ? [sessionId] : []),
    readChoices(database, texts, id, values),
    readFixedItemTexts(database, { ...values, id }),
  ])
  const { rounds } = sessions.get(String(sessionId)) ?? noAdmissionDates
  const day = today(now)
  const next = rounds.find(({ resultsOn }) => resultsOn !== null && resultsOn >= day)
  const round = next ?? rounds.findLast(({ resultsOn }) => resultsOn !== null)
  const dateOf = (kind: 'confirm' | 'results') =>
    state.dates.find((one) => one.kind === kind)?.date ?? null
  const asked = questions.map(({ name }) => name)
  const open = requestedChangesOf(values).filter(
    ({ answeredAt }) => answeredAt === null && values.status === 'update_requested',
  )
  const requested = open.map(({ field }) => field)
  const missingItems = open.flatMap(({ item }) => (item?.type === 'file' ? [item.label] : []))
  const missing = documentNames.filter(
    (name) =>
      requested.includes(name) ||
      ((values[documentField(name)] ?? null) === null &&
        (isStandardDocument(name) || asked.includes(name))),
  )
  const inLanguage = (language: Language): TemplateValues => {
    const text = (key: string) => texts.text(language, key)
    const officeText = (label: FormTexts) =>
      textIn(label, language, row?.universityLanguage ?? language)
    const dayText = (date: string | null) =>
      date === null
        ? null
        : formatLongDay(date.length > 10 ? today(new Date(date)) : date, language)
    return {
      firstName: String(values.firstName),
      reference: String(values.referenceCode),
      programme: row ? (row.names?.[language] ?? row.name) : null,
      round: round ? (round.names?.[language] ?? round.name) : null,
      confirmBy: dayText(dateOf('confirm')),
      resultsOn: dayText(dateOf('results') ?? next?.resultsOn ?? null),
      missing:
        missing.length + missingItems.length === 0
          ? null
          : new Intl.ListFormat(language).format([
              ...missing.map((name) => {
                const label = fieldTexts[name]?.label
                return label
                  ? officeText(label)
                  : text(documentLabelKey(name, row?.cycle, values.identityType))
              }),
              ...missingItems.map(officeText),
            ]),
      officeHours: hasDefaultOfficeHours(texts, row?.officeHours ?? null)
        ? text('public:footer.hours')
        : (row?.officeHours ?? null),
    }
  }
  return Object.fromEntries(languages.map((language) => [language, inLanguage(language)]))
}
