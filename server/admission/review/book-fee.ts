/** Staff actions for the application fee: recording a payment, and waiving the fee. */
import { today } from '@matricola/schema/values/dates.ts'
import type { Context } from '@matricola/server/context.ts'
import { derivePermit } from '@matricola/server/policy/permit.ts'
import type { RowRefusal, RowWarnings } from '@matricola/server/records/batch/types.ts'
import type { ServerAction, TransactionContext } from '@matricola/server/records/hooks.ts'
import type { StoredRecord } from '@matricola/server/records/reading/get-record.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import { finances } from '#resources/finances.ts'
import type { registrations } from '#resources/registrations.ts'
import { feeKinds, readApplicationFees } from '#server/admission/ranking/fee.ts'
import { addTimelineEvents, timelineActorOf } from '#server/admission/timeline-events.ts'
import { entryDescription } from '#server/finances/entry-description.ts'
import { toInputIssues } from '#server/finances/input-issues.ts'

type Registration = typeof registrations
type BuildEntry = (due: number) => Values
type Refusals = ReadonlyMap<string, RowRefusal | RowWarnings>

/**
 * Creates a ledger entry for each application that owes the fee. If two callers do so at the same
 * time, the second one finds that nothing is due.
 */
async function bookEntries(
  { records, queries, permit, jobId }: TransactionContext,
  applications: readonly StoredRecord<Registration>[],
  buildEntry: BuildEntry,
): Promise<Refusals> {
  const financePermit = derivePermit(permit, finances, 'update')
  if (!financePermit) return new Map(applications.map(({ id }) => [id, { verdict: 'denied' }]))
  const due = await readApplicationFees(
    queries,
    applications.map(({ id }) => id),
  )
  const unpaid = applications.filter(({ id }) => due.has(id))
  const results = await records.batch({
    permit: financePermit,
    action: 'create',
    jobId,
    commit: true,
    rows: unpaid.map(({ id }, position) => ({
      ...{ position, id: null, version: null },
      valuesFor: () => ({
        registrationId: id,
        kind: feeKinds.application,
        ...buildEntry(due.get(id) ?? 0),
      }),
    })),
  })
  const refusals = results.flatMap(({ position, outcome, issues }): [string, RowRefusal][] => {
    const application = unpaid[position]
    return application && outcome !== 'done'
      ? [[application.id, { verdict: 'invalid', issues: toInputIssues(issues, inputFields) }]]
      : []
  })
  const withoutFee = applications
    .filter(({ id }) => !due.has(id))
    .map(({ id }): [string, RowRefusal] => [id, { verdict: 'state' }])
  return new Map([...refusals, ...withoutFee])
}

/** Input fields of the actions, by the ledger entry's field. */
const inputFields: { readonly [field: string]: string } = {
  amount: 'feeAmount',
  bookedOn: 'feePaidOn',
  method: 'feeMethod',
  receiptNumber: 'feeReceipt',
}

export const createFeeActions = ({ texts, clock }: Pick<Context, 'texts' | 'clock'>) =>
  ({
    payFee: {
      async workAll(transaction, applications, { input }) {
        const description = await entryDescription(texts, transaction.queries, 'application', {})
        return await bookEntries(transaction, applications, () => ({
          ...{
            direction: 'payment',
            amount: input.feeAmount,
            bookedOn: input.feePaidOn,
            method: input.feeMethod,
          },
          ...{ receiptNumber: input.feeReceipt, description },
        }))
      },
    },
    waiveFee: {
      async workAll(transaction, applications, { input }) {
        const { queries, permit } = transaction
        const at = clock.now()
        const description = await entryDescription(texts, queries, 'waiver', {})
        const refusals = await bookEntries(transaction, applications, (amount) => ({
          ...{ direction: 'adjustment', amount, bookedOn: today(at), description },
        }))
        // The reason is personal data. It goes to the timeline, which erasure clears, and not to
        // the ledger.
        const waived = applications.filter(({ id }) => !refusals.has(id))
        const event = {
          type: 'feeWaived',
          by: timelineActorOf(permit),
          at,
          visibleFrom: at,
          note: String(input.feeWaiver),
        } as const
        await addTimelineEvents(
          queries,
          waived.map(({ id }) => ({ registrationId: id, ...event })),
        )
        return refusals
      },
    },
  }) satisfies { readonly [action: string]: ServerAction<Registration> }
