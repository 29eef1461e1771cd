/** Questions and documents that programmes of an admission ask for, beside what everybody sends. */
import { invalidInput } from '#model/wire/errors.ts'
import type { Issue } from '#model/wire/wire.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import { askedFields, askedIn } from '#resources/application-documents.ts'
import type { Queries } from '#server/engine/database/database.ts'
import type { Values } from '#server/engine/sql/storage.ts'
import { columns, pick, run, sql, table } from '#server/engine/sql/typed.ts'

const p = table(admissionProgrammes, 'p')

interface Wanted {
  readonly admissionSessionId: unknown
  /** Programmes that are chosen. */
  readonly programmes: readonly unknown[]
}

/** Fields of the application that one of the chosen programmes asks for. */
export async function askedOf(queries: Queries, { admissionSessionId, programmes }: Wanted): Promise<readonly string[]> {
  if (typeof admissionSessionId !== 'string') return []
  const rows = await run(
    queries,
    sql`select ${pick(columns(p, 'asks'))} from ${p} where ${p.admissionSessionId} = ${admissionSessionId}
     and ${p.specializationId} = any(${programmes}::uuid[]) and ${p.asks} is not null`,
  )
  return askedIn(rows.flatMap(({ asks }) => asks ?? []))
}

interface Given extends Wanted {
  /** By field, documents among them. */
  readonly values: Values
  /** The office may keep what nobody asks for. */
  readonly isOffice: boolean
}

/** Throws `input.invalid` for what a chosen programme asks for and is not there, and for what none of them asks an applicant. */
export async function demandAsked(queries: Queries, { values, isOffice, ...wanted }: Given): Promise<void> {
  const asked = await askedOf(queries, wanted)
  const issues = askedFields.flatMap((name): [string, readonly Issue[]][] => {
    const isThere = (values[name] ?? null) !== null
    if (isThere === asked.includes(name) || (isThere && isOffice)) return []
    return [[name, [{ code: isThere ? 'field.notApplicable' : 'required' }]]]
  })
  if (issues.length > 0) throw invalidInput(Object.fromEntries(issues))
}
