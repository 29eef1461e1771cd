/** Programmes of the admissions under way whose places go by merit, as anybody may know before applying. */
import type { WireIntake } from '#model/admission/wire.ts'
import type { WireMerit } from '#model/admission/wire-merit.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import { askedIn, spelledAsSent } from '#resources/application-documents.ts'
import { statedGrades } from '#resources/application-grades.ts'
import { placeKinds } from '#resources/place-kinds.ts'
import { specialPlaces } from '#resources/special-places.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { columns, expr, pick, run, sql, table } from '#server/engine/sql/typed.ts'
import type { Texts } from '#server/engine/texts.ts'
import { askedNames } from '#server/university/admission/applicant/wishes.ts'
import { gradeNamesIn, readsOf } from '#server/university/admission/ranking/formula.ts'

const p = table(admissionProgrammes, 'p')
const y = table(specialPlaces, 'y')
const k = table(placeKinds, 'k')

interface Merit {
  /** By programme. */
  readonly programmes: ReadonlyMap<string, WireMerit>
  /** Absent where no programme has any. */
  readonly shared: Pick<WireIntake, 'merit'>
}

const none: Merit = { programmes: new Map(), shared: {} }

/** `sessions`: of each programme that is offered the admission that takes its applications. */
export async function readMerit(queries: Queries, texts: Texts, sessions: ReadonlyMap<string, string | null>): Promise<Merit> {
  const under = [...new Set(sessions.values())].filter((id) => id !== null)
  if (under.length === 0) return none
  const all = await run(
    queries,
    sql`select ${pick({
      ...columns(
        p,
        'admissionSessionId',
        'specializationId',
        'placesBudget',
        'placesFee',
        'formula',
        'firstTie',
        'secondTie',
        'ties',
        'asks',
      ),
      applicationFee: expr<number | null>`${p.applicationFee}::float8`,
      special: expr<WireMerit['special']>`coalesce((select jsonb_agg(jsonb_build_object('kind', ${y.placeKindId}, 'places', ${y.places})
        order by ${y.placeKindId}) from ${y} where ${y.admissionProgrammeId} = ${p.id} and ${y.places} > 0), '[]')`,
    })} from ${p} where ${p.admissionSessionId} = any(${under}::uuid[])`,
  )
  const rows = all.flatMap(({ admissionSessionId, ...row }) => (sessions.get(row.specializationId) === admissionSessionId ? [row] : []))
  if (rows.length === 0) return none
  const programmes = new Map(
    rows.map(({ specializationId, firstTie, secondTie, ties: atLast, asks, ...row }) => {
      const ties = [firstTie, secondTie].filter((tie) => tie !== null)
      const reads = new Set([row.formula, ...ties].flatMap(readsOf))
      const grades = statedGrades.filter((name) => reads.has(name))
      return [specializationId, { ...row, ties, isDrawn: atLast === 'lot', asks: grades, more: askedIn(asks ?? []).map(spelledAsSent) }]
    }),
  )
  const offered = new Set([...programmes.values()].flatMap(({ special }) => special.map(({ kind }) => kind)))
  const kinds =
    offered.size === 0
      ? []
      : await run(queries, sql`select ${pick(columns(k, 'id', 'name', 'funding'))} from ${k} where ${k.isActive} order by ${k.name}`)
  const reads = [...programmes.values()].flatMap(({ formula, ties }) => [formula, ...ties].flatMap(readsOf))
  return {
    programmes,
    shared: {
      merit: {
        grades: gradeNamesIn(texts, reads),
        kinds: kinds.filter(({ id }) => offered.has(id)),
        asked: askedNames(
          texts,
          rows.flatMap(({ asks }) => asks ?? []),
        ),
      },
    },
  }
}
