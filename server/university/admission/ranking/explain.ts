/** The results of an application as its applicant reads them: each choice with average, position and what was needed, and the place. */
import type { WireApplication } from '#model/admission/wire.ts'
import { today } from '#model/dates.ts'
import { admissionDrafts } from '#resources/admission-drafts.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import { admissionRounds } from '#resources/admission-rounds.ts'
import { placeKinds } from '#resources/place-kinds.ts'
import { specializations } from '#resources/specializations.ts'
import type { Queries } from '#server/engine/database/database.ts'
import type { Values } from '#server/engine/sql/storage.ts'
import { columns, is, pick, run, sql, table } from '#server/engine/sql/typed.ts'
import type { Texts } from '#server/engine/texts.ts'
import { admissionResult } from '#server/university/tables/rows.ts'
import { gradeNamesIn, readsOf } from './formula.ts'

const x = table(admissionResult, 'x')
const d = table(admissionDrafts, 'd')
const o = table(admissionRounds, 'o')
const z = table(specializations, 'z')
const k = table(placeKinds, 'k')
const p = table(admissionProgrammes, 'p')

/** Tells whether a place was won that waits to be confirmed, and its last day is not over. */
export const canConfirm = ({ status, wonSpecializationId, confirmedAt, confirmBy, enrolledAt }: Values, now: Date): boolean =>
  status === 'accepted' &&
  wonSpecializationId !== null &&
  confirmedAt === null &&
  enrolledAt === null &&
  (typeof confirmBy !== 'string' || today(now) <= confirmBy)

type Explained = Pick<WireApplication, 'result'>

export interface Asking {
  readonly texts: Texts
  readonly now: Date
}

/** The newest result that the applicant was told, and the place that is held now; nothing where there is none. */
export async function resultOf(queries: Queries, id: string, values: Values, { texts, now }: Asking): Promise<Explained> {
  const [result] = await run(
    queries,
    sql`select ${pick({ round: o.name, outcome: x.outcome, specializationId: x.specialization_id, kind: x.kind, choices: x.choices })}
     from ${x} join ${d} on ${d.id} = ${x.draft_id} join ${o} on ${o.id} = ${d.admissionRoundId}
     where ${x.registration_id} = ${id} and ${x.told_at} is not null and (${is(d.state, 'released')} or ${is(d.state, 'told')})
     order by ${x.told_at} desc limit 1`,
  )
  if (!result || result.outcome === 'incomplete') return {}
  const programmes = new Map(
    (
      await run(
        queries,
        sql`select ${pick({ id: z.id, name: z.name })} from ${z}
         where ${z.id} = any(${result.choices.map(({ specializationId }) => specializationId)}::uuid[])`,
      )
    ).map(({ id: programme, name }) => [programme, name]),
  )
  const kinds = new Map(
    (await run(queries, sql`select ${pick({ id: k.id, name: k.name })} from ${k}`)).map(({ id: kind, name }) => [kind, name]),
  )
  const rules = await rulesOf(queries, values.admissionSessionId)
  const chosen = [...new Set(result.choices.map(({ specializationId }) => specializationId))]
  const reads = chosen.flatMap((programme) => rules.get(programme)?.reads ?? [])
  const isStanding = values.status === 'accepted' && values.wonSpecializationId !== null
  return {
    result: {
      round: result.round,
      hasPlace: isStanding,
      confirmBy: isStanding && values.confirmedAt === null && typeof values.confirmBy === 'string' ? values.confirmBy : null,
      confirmedAt: isStanding && typeof values.confirmedAt === 'string' ? values.confirmedAt : null,
      canConfirm: canConfirm(values, now),
      choices: result.choices.map(({ specializationId, kind, average, position, asked, waiting, needed }) => ({
        programme: programmes.get(specializationId) ?? '',
        number: chosen.indexOf(specializationId) + 1,
        kind,
        kindName: kinds.get(kind) ?? null,
        ...{ average, position, asked, waiting, needed },
        isWon: result.specializationId === specializationId && result.kind === kind,
        ...(rules.get(specializationId)?.words ?? { formula: null, ties: [], isDrawn: false }),
      })),
      grades: gradeNamesIn(texts, reads).map((grade) => ({
        ...grade,
        value: typeof values[grade.name] === 'number' ? Number(values[grade.name]) : null,
      })),
    },
  }
}

/** How each programme of an admission is ranked now. */
async function rulesOf(queries: Queries, sessionId: unknown) {
  const rows = await run(
    queries,
    sql`select ${pick(columns(p, 'specializationId', 'formula', 'firstTie', 'secondTie', 'ties'))} from ${p}
     where ${p.admissionSessionId} = ${sessionId}::uuid`,
  )
  return new Map(
    rows.map(({ specializationId, formula, firstTie, secondTie, ties: atLast }) => {
      const ties = [firstTie, secondTie].filter((tie) => tie !== null)
      return [specializationId, { words: { formula, ties, isDrawn: atLast === 'lot' }, reads: [formula, ...ties].flatMap(readsOf) }]
    }),
  )
}
