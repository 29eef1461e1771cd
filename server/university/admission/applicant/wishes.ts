/** An application's choices in order, the grades that the applicant entered, and the questions of the programmes. */
import type { WireAskedName, WireWishes } from '#model/admission/wire-merit.ts'
import { choiceKey, fieldKey } from '#model/message-keys.ts'
import { asAny } from '#model/registry.ts'
import { fieldOf, isKind } from '#model/resource.ts'
import { languages } from '#model/vocabulary.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import { applicationChoices } from '#resources/application-choices.ts'
import { askedFields, askedIn, questions, spelledAsSent } from '#resources/application-documents.ts'
import { registrations } from '#resources/registrations.ts'
import { specializations } from '#resources/specializations.ts'
import type { Queries } from '#server/engine/database/database.ts'
import type { Values } from '#server/engine/sql/storage.ts'
import { columns, expr, pick, rowsOf, run, sql, table } from '#server/engine/sql/typed.ts'
import type { Texts } from '#server/engine/texts.ts'
import { gradeNames, gradeNamesIn } from '#server/university/admission/ranking/formula.ts'

const c = table(applicationChoices, 'c')
const z = table(specializations, 'z')
const p = table(admissionProgrammes, 'p')

/** Columns of a query that reads an application's choices and its programmes' questions. */
export const wishesAsked = (id: string, { specializationId, admissionSessionId }: Values) => ({
  first: expr<string | null>`(select ${z.name} from ${z} where ${z.id} = ${specializationId}::uuid)`,
  further:
    rowsOf(sql`select ${pick({ programme: z.name, wish: c.fundingPreference })} from ${c} join ${z} on ${z.id} = ${c.specializationId}
     where ${c.registrationId} = ${id} order by ${c.position}`),
  asks: rowsOf(sql`select ${pick(columns(p, 'asks'))} from ${p} where ${p.admissionSessionId} = ${admissionSessionId}::uuid and ${p.asks} is not null
     and (${p.specializationId} = ${specializationId}::uuid
       or ${p.specializationId} in (select ${c.specializationId} from ${c} where ${c.registrationId} = ${id}))`),
})

type Asked = ReturnType<typeof wishesAsked>

export async function wishesOf(queries: Queries, texts: Texts, id: string, values: Values): Promise<WireWishes> {
  const [found] = await run(queries, sql`select ${pick(wishesAsked(id, values))}`)
  return wishesIn(texts, found ?? { first: null, further: [], asks: [] }, values)
}

/** Builds the answer from what was read. The application's own programme comes first; its `wish` is null if none was stated. */
export function wishesIn(
  texts: Texts,
  { first, further, asks }: { readonly [N in keyof Asked]: Asked[N]['~value'] },
  values: Values,
): WireWishes {
  const wish = (values.fundingPreference ?? null) as WireWishes['choices'][number]['wish'] // A choice field of these values.
  const given = gradeNames.filter((name) => typeof values[name] === 'number')
  const wanted = askedIn(asks.flatMap((one) => one.asks ?? []))
  const asked = askedFields.filter((name) => wanted.includes(name) || (values[name] ?? null) !== null)
  return {
    choices: [{ programme: first ?? '', wish }, ...further.map(({ programme, wish }) => ({ programme, wish }))],
    grades: gradeNamesIn(texts, given).map((grade) => ({ ...grade, value: Number(values[grade.name]) })),
    asked: askedNames(texts, asked).map((one) => ({ ...one, value: questions.includes(one.name) ? wordsOf(values[one.name]) : null })),
  }
}

const wordsOf = (value: unknown) => (value === null || value === undefined ? null : String(value))

/** Returns the names of questions in every language, each once and in the order of the form. */
export function askedNames(texts: Texts, fields: readonly string[]): WireAskedName[] {
  const inAll = (key: string) =>
    Object.fromEntries(languages.map((language) => [language, texts.find(language, `resources:${key}`) ?? key]))
  return askedIn(fields).map((name) => {
    const resource = asAny(registrations)
    const spec = fieldOf(resource, name)
    const labels = inAll(fieldKey(resource, name))
    if (!isKind(spec, 'choice')) return { name: spelledAsSent(name), labels }
    const choices = Object.keys(spec.choices).map((choice) => [choice, inAll(choiceKey(resource, name, choice))])
    return { name, labels, choices: Object.fromEntries(choices) }
  })
}
