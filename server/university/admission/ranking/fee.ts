/** What has to be paid before a place is confirmed, and what becomes of it when it is. */

import { today } from '#model/dates.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import { finances } from '#resources/finances.ts'
import { registrations } from '#resources/registrations.ts'
import type { Context } from '#server/engine/context.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { systemPermit } from '#server/engine/policy/permit.ts'
import type { WriteEvent } from '#server/engine/records/hooks.ts'
import type { Records } from '#server/engine/records/store.ts'
import { columns, expr, is, isNot, pick, run, sql, table } from '#server/engine/sql/typed.ts'
import { effectOf } from '#server/university/computed.ts'
import { chargeText } from '#server/university/finances/charge-text.ts'
import { confirmAction } from './confirm-action.ts'

const f = table(finances, 'f')
const p = table(admissionProgrammes, 'p')
const r = table(registrations, 'r')

const kind = 'matriculation'

/** Fees of the places that some applications hold, and what of each is still to be paid; places without a fee are absent. */
export async function feesOf(queries: Queries, ids: readonly string[]) {
  const rows = await run(
    queries,
    sql`select ${pick({
      id: r.id,
      fee: expr<number>`${p.confirmationFee}::float8`,
      due: expr<number>`greatest(${p.confirmationFee} + coalesce((select sum(${effectOf(f)}) from ${f}
        where ${f.registrationId} = ${r.id} and ${is(f.kind, kind)} and ${isNot(f.direction, 'charge')}), 0), 0)::float8`,
    })} from ${r} join ${p} on ${p.admissionSessionId} = ${r.admissionSessionId} and ${p.specializationId} = ${r.wonSpecializationId}
     where ${r.id} = any(${ids}::uuid[]) and ${p.confirmationFee} is not null`,
  )
  return new Map(rows.map(({ id, fee, due }) => [id, { fee, due }]))
}

/** Charges the fees of places that were confirmed: with what was paid for them, the account is even. */
export async function chargeFees(
  { texts, records, queries, now }: Pick<Context, 'texts'> & { readonly records: Records; readonly queries: Queries; readonly now: Date },
  registrationIds: readonly string[],
): Promise<void> {
  for (const [registrationId, { fee }] of await feesOf(queries, registrationIds))
    await records.insert(systemPermit('admission', finances, 'create'), {
      ...{ registrationId, direction: 'charge', kind, amount: fee, bookedOn: today(now) },
      description: await chargeText(texts, queries, 'confirmation', {}),
    })
}

/** Confirms the places whose fee some new entries have paid in time, in their transaction. */
export async function confirmPaid(
  { records, queries }: { readonly records: Records; readonly queries: Queries },
  events: readonly WriteEvent<typeof finances>[],
): Promise<void> {
  const paid = events.filter(({ before, record }) => before === null && record.registrationId !== null && record.direction !== 'charge')
  if (paid.length === 0) return
  const ids = [...new Set(paid.flatMap(({ record }) => record.registrationId ?? []))]
  const fees = await feesOf(queries, ids)
  const waiting = await run(
    queries,
    sql`select ${pick(columns(r, 'id', 'confirmBy'))} from ${r}
     where ${r.id} = any(${ids}::uuid[]) and ${is(r.status, 'accepted')} and ${r.confirmedAt} is null and ${r.enrolledAt} is null
     order by ${r.id} for update`,
  )
  for (const { id, confirmBy } of waiting) {
    const last = paid.findLast(({ record }) => record.registrationId === id)
    const isInTime = confirmBy === null || (last !== undefined && last.record.bookedOn <= confirmBy)
    if (fees.get(id)?.due !== 0 || !isInTime || !last) continue
    await records.change(systemPermit('admission', registrations, 'update'), {
      id,
      action: confirmAction,
      values: () => ({ confirmedAt: last.at }),
    })
  }
}
