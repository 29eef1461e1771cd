import { resourceNamed } from '#resources/index.ts'
import { permitForPart, systemPermit } from '#server/engine/policy/permit.ts'
import type { WriteEvent } from '#server/engine/records/lifecycles.ts'
import { computed, effectSql, standsSql } from '#server/university/computed.ts'
import { reverseEntry } from '../finances/reverse.ts'
import type { Deciding } from './decide.ts'

const finances = resourceNamed('finances')

/** The finances' part of a decision about a request, in the name of who decided. */
export const bookingPermit = ({ caller }: WriteEvent['permit']) =>
  caller ? permitForPart(caller, finances, 'create') : systemPermit('demo', finances, 'create')

/** Takes the charge of a request that was called off back by a reversing entry, unless it is paid or reversed already. */
export async function reverseUnpaidCharge({ clock, queries, records }: Deciding, { record, permit }: WriteEvent): Promise<void> {
  const [charge] = await queries.query<{ id: string }>(unpaid, [record.chargeId])
  if (!charge) return
  const booking = bookingPermit(permit)
  await reverseEntry({ records, queries, permit: booking, clock }, await records.stored(booking, charge.id), 'Cerere anulată')
}

/** The charge, unless it was reversed, or what the student paid reaches it: that goes to the charges that were due first. */
const unpaid = `
  with entry as (select * from finances where id = $1::uuid for no key update)
  select e.id from entry e
  where not ${computed.isReversed('e')}
    and (select coalesce(sum(${effectSql('f')}), 0) from finances f where f.student_id = e.student_id)
      > (select coalesce(sum(f.amount), 0) from finances f
         where f.student_id = e.student_id and f.direction = 'charge' and ${standsSql('f')}
           and (coalesce(f.due_on, f.booked_on), f.created_at, f.id) > (coalesce(e.due_on, e.booked_on), e.created_at, e.id))`
