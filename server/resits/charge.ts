import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { permitForSubtask, systemPermit } from '@matricola/server/policy/permit.ts'
import type { WriteEvent } from '@matricola/server/records/hooks.ts'
import type { Records } from '@matricola/server/records/store.ts'
import { equalsLiteral, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import type { examResits } from '#resources/exam-resits.ts'
import { finances } from '#resources/finances.ts'
import { balanceEffectOf, isEffectiveEntry, isReversed } from '#server/computed.ts'
import { entryDescription } from '../finances/entry-description.ts'
import { reverseEntry } from '../finances/reverse.ts'

const e = table(finances, 'e')
const f = table(finances, 'f')

/** The transaction in which a decision on a resit request is stored. */
export interface DecisionContext extends Pick<Context, 'clock' | 'texts'> {
  readonly queries: Queries
  readonly records: Records
}

/** Permission to book the entries of a decision on behalf of the user who decided. */
export const bookingPermit = ({ caller }: WriteEvent<typeof examResits>['permit']) =>
  caller ? permitForSubtask(caller, finances, 'create') : systemPermit('studies', finances, 'create')

/** Reverses the charge of a cancelled request, unless it is paid or reversed already. */
export async function reverseUnpaidCharge(
  { clock, texts, queries, records }: DecisionContext,
  { record, permit }: WriteEvent<typeof examResits>,
): Promise<void> {
  const [charge] = await runStatement(queries, unpaidChargeQuery(record.chargeId))
  if (!charge) return
  const financePermit = bookingPermit(permit)
  const reason = await entryDescription(texts, queries, 'requestCancelled', {})
  await reverseEntry({ records, queries, permit: financePermit, clock }, await records.getStored(financePermit, charge.id), reason)
}

/** Query for the charge, unless it was reversed or is paid. Payments settle the charges that are due first. */
const unpaidChargeQuery = (chargeId: unknown) => sql`
  with entry as (select * from ${f} where ${f.id} = ${chargeId}::uuid for no key update)
  select ${pick({ id: e.id })} from entry e
  where not ${isReversed(e)}
    and (select coalesce(sum(${balanceEffectOf(f)}), 0) from ${f} where ${f.studentId} = ${e.studentId})
      > (select coalesce(sum(${f.amount}), 0) from ${f}
         where ${f.studentId} = ${e.studentId} and ${equalsLiteral(f.direction, 'charge')} and ${isEffectiveEntry(f)}
           and (coalesce(${f.dueOn}, ${f.bookedOn}), ${f.createdAt}, ${f.id}) > (coalesce(${e.dueOn}, ${e.bookedOn}), ${e.createdAt}, ${e.id}))`
