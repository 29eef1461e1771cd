/**
 * Answers of application forms that ranking rules read like grades: `answers.<key>`, after the key
 * of a question.
 */
import type { KnownFields } from '@matricola/schema/expression/check.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import {
  columns,
  differsFromLiteral,
  equalsLiteral,
  expr,
  outerTable,
  pick,
  runStatement,
  sql,
  sqlForRow,
  table,
} from '@matricola/server/sql/typed.ts'
import { type FormItem, type FormTexts, itemsOf } from '#resources/admission/form-content.ts'
import { isItemId } from '#resources/admission/form-item-id.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import { applicationFormVersions } from '#resources/application-form-versions.ts'
import { applicationForms } from '#resources/application-forms.ts'
import { registrations } from '#resources/registrations.ts'
import { specializations } from '#resources/specializations.ts'
import { readFormContent } from '#server/admission/forms/form-contents.ts'
import {
  answerKeysOf,
  findRuleIssues,
  type Grades,
  gradeFields,
  isAnswerName,
  nameOfAnswer,
  type RuleTexts,
} from './formula.ts'

const admissionProgramme = table(admissionProgrammes)
const registration = table(registrations)
const form = table(applicationForms)
const version = table(applicationFormVersions)
const specialization = outerTable(specializations)

/** A question whose answers rules can read, with the words of its newest version. */
export interface AnswerGrade {
  readonly labels: FormTexts
  /** Questions of different forms can have one key. */
  readonly itemIds: readonly string[]
}
/** By name in formulas: `answers.portfolio`. */
export type AnswerGrades = ReadonlyMap<string, AnswerGrade>

export const noAnswerGrades: AnswerGrades = new Map()

const isNumeric = ({ type }: FormItem) =>
  type === 'integer' || type === 'decimal' || type === 'grade'

/** Returns the questions of the forms of sessions that formulas name, by name. */
export async function readAnswerGrades(
  queries: Queries,
  sessionIds: readonly string[],
  names: readonly string[],
): Promise<AnswerGrades> {
  const wanted = new Set(names.filter(isAnswerName))
  if (wanted.size === 0 || sessionIds.length === 0) return noAnswerGrades
  const versions = await runStatement(
    queries,
    sql`select ${pick({ id: version.id })} from ${version} join ${form} on ${form.id} = ${version.formId}
     where ${form.admissionSessionId} = any(${sessionIds}::uuid[]) and ${differsFromLiteral(version.state, 'draft')}
     order by ${version.publishedAt} desc, ${version.id} desc`,
  )
  const found = new Map<string, AnswerGrade>()
  for (const { id } of versions)
    for (const item of itemsOf(await readFormContent(queries, id))) {
      const name = nameOfAnswer(item.key)
      if (!wanted.has(name) || !isNumeric(item)) continue
      const { labels = item.label, itemIds = [] } = found.get(name) ?? {}
      found.set(name, { labels, itemIds: [...new Set([...itemIds, item.id])] })
    }
  return found
}

/** Like `readAnswerGrades`, for the session of an application. */
export async function readAnswerGradesFor(
  queries: Queries,
  registrationId: string,
  names: readonly string[],
): Promise<AnswerGrades> {
  if (!names.some(isAnswerName)) return noAnswerGrades
  const rows = await runStatement(
    queries,
    sql`select ${pick(columns(registration, 'admissionSessionId'))} from ${registration} where ${registration.id} = ${registrationId}::uuid`,
  )
  return await readAnswerGrades(
    queries,
    rows.flatMap(({ admissionSessionId }) => admissionSessionId ?? []),
    names,
  )
}

/** Returns the answers of an application as grades. */
export async function readAnswerValues(
  queries: Queries,
  registrationId: string,
  questions: AnswerGrades,
): Promise<Grades> {
  if (questions.size === 0) return {}
  const [row] = await runStatement(
    queries,
    sql`select ${pick({ grades: expr<Grades>`${answerGradesSql(registration, questions)}` })} from ${registration} where ${registration.id} = ${registrationId}::uuid`,
  )
  return row?.grades ?? {}
}

/** SQL for the answers of an application as a JSON object by name. */
export const answerGradesSql = (row: typeof registration, questions: AnswerGrades) =>
  sqlForRow(
    row,
    (alias) =>
      `jsonb_build_object(${[...questions]
        .map(([name, { itemIds }]) => {
          // Names and ids are embedded in the statement.
          if (!/^answers\.[A-Za-z0-9]+$/.test(name) || !itemIds.every(isItemId))
            throw new Error(`malformed question ${name}`)
          return `'${name}', coalesce(${itemIds.map((id) => `${alias}.answers->'${id}'`).join(', ')})`
        })
        .join(', ')})`,
  )

interface FormOfProgramme {
  readonly admissionSessionId: string
  readonly specializationId: string
}

/** Returns the questions of the published form of a programme. */
export async function readQuestionsOf(
  queries: Queries,
  { admissionSessionId, specializationId }: FormOfProgramme,
): Promise<readonly FormItem[]> {
  const [published] = await runStatement(
    queries,
    sql`select ${pick(columns(version, 'id'))} from ${version} join ${form} on ${form.id} = ${version.formId}
     join ${specialization} on ${specialization.cycle} = ${form.degree}
     where ${equalsLiteral(version.state, 'published')} and ${form.admissionSessionId} = ${admissionSessionId}::uuid and ${specialization.id} = ${specializationId}::uuid`,
  )
  return published ? itemsOf(await readFormContent(queries, published.id)) : []
}

/** Why a rule cannot read the answers to a question; null if it can. */
function refusalOf(item: FormItem): string | null {
  if (!isNumeric(item)) return 'ranking.answerNoNumber'
  if (item.required !== true) return 'ranking.answerOptional'
  // Formulas are public, and so are the averages.
  return item.readers ? 'ranking.answerHidden' : null
}

/** Whether a rule can read the answers to a question. */
export const canBeGrade = (item: FormItem): boolean => refusalOf(item) === null

const decimalsOf = (item: FormItem) =>
  item.type === 'decimal' ? item.scale : item.type === 'grade' ? 2 : 0

/** Returns the issues of a ranking rule with the questions of the programme's form, by field. */
export async function findRuleIssuesOf(
  queries: Queries,
  rule: RuleTexts & FormOfProgramme,
): Promise<FieldIssues> {
  const items = mentionsAnswer(rule) ? await readQuestionsOf(queries, rule) : []
  const known: KnownFields = {
    ...gradeFields,
    ...Object.fromEntries(
      items
        .filter(canBeGrade)
        .map((item) => [
          nameOfAnswer(item.key),
          { type: 'number', decimals: decimalsOf(item) } as const,
        ]),
    ),
  }
  const refusals = new Map(
    items.flatMap((item) => {
      const code = refusalOf(item)
      return code === null ? [] : [[nameOfAnswer(item.key), code] as const]
    }),
  )
  return findRuleIssues(rule, { known, refusals })
}

const mentionsAnswer = (rule: RuleTexts) => JSON.stringify(rule).includes(nameOfAnswer(''))

/** Returns the ids of the questions that the ranking rules of sessions read, by session. */
export async function readRankedItemIds(
  queries: Queries,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const rules = await runStatement(
    queries,
    sql`select ${pick(columns(admissionProgramme, 'admissionSessionId', 'formula', 'requires', 'firstTie', 'secondTie', 'thirdTie', 'fourthTie', 'fifthTie'))}
     from ${admissionProgramme} where ${admissionProgramme.admissionSessionId} = any(${sessionIds}::uuid[])`,
  )
  const ids = new Map<string, ReadonlySet<string>>()
  for (const sessionId of new Set(rules.map(({ admissionSessionId }) => admissionSessionId))) {
    const names = rules.flatMap((rule) =>
      rule.admissionSessionId === sessionId ? answerKeysOf(rule).map(nameOfAnswer) : [],
    )
    const questions = await readAnswerGrades(queries, [sessionId], names)
    ids.set(sessionId, new Set([...questions.values()].flatMap(({ itemIds }) => itemIds)))
  }
  return ids
}
