/**
 * An application's choices in order, the grades that the applicant entered, and the questions of
 * the programmes.
 */

import { isFieldType } from '@matricola/schema/field.ts'
import { choiceKey, fieldKey } from '@matricola/schema/message-keys.ts'
import { asAnyResource } from '@matricola/schema/registry.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import {
  columns,
  expr,
  jsonRows,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import type { Texts } from '@matricola/server/texts.ts'
import type { WireChoices, WireQuestion } from '#resources/admission/wire-merit.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import { applicationChoices } from '#resources/application-choices.ts'
import {
  programmeQuestionFields,
  programmeQuestionsAmong,
  textQuestions,
  toSentName,
} from '#resources/application-documents.ts'
import { languages } from '#resources/languages.ts'
import { registrations } from '#resources/registrations.ts'
import { specializations } from '#resources/specializations.ts'
import { noAnswerGrades } from '#server/admission/ranking/answer-grades.ts'
import { gradeLabels, gradeNames } from '#server/admission/ranking/formula.ts'

const applicationChoice = table(applicationChoices)
const specialization = table(specializations)
const admissionProgramme = table(admissionProgrammes)

/** Columns for a query that reads an application's choices and the questions of its programmes. */
export const choiceColumns = (id: string, { specializationId, admissionSessionId }: Values) => ({
  first: expr<
    string | null
  >`(select ${specialization.name} from ${specialization} where ${specialization.id} = ${specializationId}::uuid)`,
  further:
    jsonRows(sql`select ${pick({ programme: specialization.name, fundingPreference: applicationChoice.fundingPreference })} from ${applicationChoice} join ${specialization} on ${specialization.id} = ${applicationChoice.specializationId}
     where ${applicationChoice.registrationId} = ${id} order by ${applicationChoice.position}`),
  requirements:
    jsonRows(sql`select ${pick(columns(admissionProgramme, 'requirements'))} from ${admissionProgramme} where ${admissionProgramme.admissionSessionId} = ${admissionSessionId}::uuid and ${admissionProgramme.requirements} is not null
     and (${admissionProgramme.specializationId} = ${specializationId}::uuid
       or ${admissionProgramme.specializationId} in (select ${applicationChoice.specializationId} from ${applicationChoice} where ${applicationChoice.registrationId} = ${id}))`),
})

type ChoiceColumns = ReturnType<typeof choiceColumns>

export async function readChoices(
  queries: Queries,
  texts: Texts,
  id: string,
  values: Values,
): Promise<WireChoices> {
  const [found] = await runStatement(queries, sql`select ${pick(choiceColumns(id, values))}`)
  return toWireChoices(texts, found ?? { first: null, further: [], requirements: [] }, values)
}

/**
 * Builds the response. The application's own programme comes first. Its `fundingPreference` is null
 * if none was stated.
 */
export function toWireChoices(
  texts: Texts,
  {
    first,
    further,
    requirements,
  }: { readonly [N in keyof ChoiceColumns]: ChoiceColumns[N]['~value'] },
  values: Values,
): WireChoices {
  const fundingPreference = (values.fundingPreference ??
    // A choice field with these values.
    null) as WireChoices['choices'][number]['fundingPreference']
  const givenGrades = gradeNames.filter((name) => typeof values[name] === 'number')
  const askedByProgrammes = programmeQuestionsAmong(
    requirements.flatMap((one) => one.requirements ?? []),
  )
  const visibleQuestions = programmeQuestionFields.filter(
    (name) => askedByProgrammes.includes(name) || (values[name] ?? null) !== null,
  )
  return {
    choices: [
      { programme: first ?? '', fundingPreference },
      ...further.map(({ programme, fundingPreference }) => ({ programme, fundingPreference })),
    ],
    grades: gradeLabels(texts, givenGrades, noAnswerGrades).map((grade) => ({
      ...grade,
      value: Number(values[grade.name]),
    })),
    questions: questionNames(texts, visibleQuestions).map((question) => ({
      ...question,
      value: textQuestions.includes(question.name) ? toText(values[question.name]) : null,
    })),
  }
}

const toText = (value: unknown) => (value === null || value === undefined ? null : String(value))

/**
 * Returns the names of the questions in every language. Each question occurs once, in form order.
 */
export function questionNames(texts: Texts, fields: readonly string[]): WireQuestion[] {
  const translationsOf = (key: string) =>
    Object.fromEntries(
      languages.map((language) => [language, texts.find(language, `resources:${key}`) ?? key]),
    )
  return programmeQuestionsAmong(fields).map((name) => {
    const resource = asAnyResource(registrations)
    const spec = fieldOf(resource, name)
    const labels = translationsOf(fieldKey(resource, name))
    if (!isFieldType(spec, 'choice')) return { name: toSentName(name), labels }
    const choices = Object.keys(spec.choices).map((choice) => [
      choice,
      translationsOf(choiceKey(resource, name, choice)),
    ])
    return { name, labels, choices: Object.fromEntries(choices) }
  })
}
