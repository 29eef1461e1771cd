import { today } from '#model/values/dates.ts'
import { AppError } from '#model/wire/errors.ts'
import { finances } from '#resources/finances.ts'
import type { Context } from '#server/engine/context.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { alsoPermitted, type Permit } from '#server/engine/policy/permit.ts'
import type { StoredRecord } from '#server/engine/records/reading/find.ts'
import type { Records } from '#server/engine/records/store.ts'
import type { Values } from '#server/engine/sql/storage.ts'
import { is, pick, run, sql, table } from '#server/engine/sql/typed.ts'
import { stands } from '#server/university/computed.ts'

const f = table(finances, 'f')

/** Fields that the reversal copies from the reversed entry. */
const kept = ['studentId', 'registrationId', 'direction', 'kind', 'amount', 'description', 'academicYearId'] as const

interface Reversing extends Pick<Context, 'clock'> {
  /** Those of the caller's transaction. */
  readonly records: Records
  readonly queries: Queries
  readonly permit: Permit
}

/**
 * Books the reversal of an entry, dated today. Throws `access.denied`, and `step.refused` if the entry is a reversal or was
 * reversed. If two transactions do so at once, a unique index rejects one of them.
 */
export async function reverseEntry(
  { records, queries, permit, clock }: Reversing,
  { id, values }: StoredRecord,
  why: string,
): Promise<void> {
  const booking = alsoPermitted(permit, finances, 'create')
  if (!booking) throw new AppError('access.denied')
  const [reversal] = await run(queries, sql`select 1 from ${f} where ${f.reversalOfId} = ${id}::uuid`)
  if (values.reversalOfId || reversal) throw new AppError('step.refused', { allowed: [] })
  const body: Values = Object.fromEntries(kept.map((name) => [name, values[name] ?? null]))
  await records.insert(booking, { ...body, bookedOn: today(clock.now()) }, { reversalOfId: id, reversalReason: why })
}

/** Reverses all valid charges of a student. */
export async function reverseCharges(
  reversing: Reversing,
  { studentId, why }: { readonly studentId: string; readonly why: string },
): Promise<void> {
  const charges = await run(
    reversing.queries,
    sql`select ${pick({ id: f.id })} from ${f} where ${f.studentId} = ${studentId}::uuid and ${is(f.direction, 'charge')} and ${stands(f)}
     order by ${f.id}`,
  )
  for (const { id } of charges) await reverseEntry(reversing, await reversing.records.stored(reversing.permit, id), why)
}
