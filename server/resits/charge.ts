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

const charge = table(finances, 'charge')
const ledgerEntry = table(finances)

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
  with entry as (select * from ${ledgerEntry} where ${ledgerEntry.id} = ${chargeId}::uuid for no key update)
  select ${pick({ id: charge.id })} from entry charge
  where not ${isReversed(charge)}
    and (select coalesce(sum(${balanceEffectOf(ledgerEntry)}), 0) from ${ledgerEntry} where ${ledgerEntry.studentId} = ${charge.studentId})
      > (select coalesce(sum(${ledgerEntry.amount}), 0) from ${ledgerEntry}
         where ${ledgerEntry.studentId} = ${charge.studentId} and ${equalsLiteral(ledgerEntry.direction, 'charge')} and ${isEffectiveEntry(ledgerEntry)}
           and (coalesce(${ledgerEntry.dueOn}, ${ledgerEntry.bookedOn}), ${ledgerEntry.createdAt}, ${ledgerEntry.id}) > (coalesce(${charge.dueOn}, ${charge.bookedOn}), ${charge.createdAt}, ${charge.id}))`
