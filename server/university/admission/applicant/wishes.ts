/** Wishes of an application in words: its choices in their order, and the grades that it states. */
import type { WireWishes } from '#model/admission/wire-merit.ts'
import { applicationChoices } from '#resources/application-choices.ts'
import { specializations } from '#resources/specializations.ts'
import type { Queries } from '#server/engine/database/database.ts'
import type { Values } from '#server/engine/sql/storage.ts'
import { pick, run, sql, table } from '#server/engine/sql/typed.ts'
import type { Texts } from '#server/engine/texts.ts'
import { gradeNames, gradeNamesIn } from '#server/university/admission/ranking/formula.ts'

const c = table(applicationChoices, 'c')
const z = table(specializations, 'z')

/** The programme of the application itself comes first; its wish is null where nothing was said of it. */
export async function wishesOf(queries: Queries, texts: Texts, id: string, values: Values): Promise<WireWishes> {
  const [first] = await run(queries, sql`select ${pick({ programme: z.name })} from ${z} where ${z.id} = ${values.specializationId}::uuid`)
  const further = await run(
    queries,
    sql`select ${pick({ programme: z.name, wish: c.fundingPreference })} from ${c} join ${z} on ${z.id} = ${c.specializationId}
     where ${c.registrationId} = ${id} order by ${c.position}`,
  )
  const wish = (values.fundingPreference ?? null) as WireWishes['choices'][number]['wish'] // as its declaration has it
  const given = gradeNames.filter((name) => typeof values[name] === 'number')
  return {
    choices: [{ programme: first?.programme ?? '', wish }, ...further],
    grades: gradeNamesIn(texts, given).map((grade) => ({ ...grade, value: Number(values[grade.name]) })),
  }
}
