/** Allows one acceptance per person and programme, no matter how many applications the person sent. */
import { invalidInput } from '@matricola/schema/wire/errors.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { PlannedWrite } from '@matricola/server/records/hooks.ts'
import { equalsLiteral, expr, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { registrations } from '#resources/registrations.ts'
import { placeTakingWrites, takenPlaceKey } from './place-limits.ts'

const otherRegistration = table(registrations, 'other_registration')
const registration = table(registrations)

interface Acceptance {
  readonly id: string
  /** Keyed hash of the identity document's number. */
  readonly person: string
  readonly is_cnp: boolean
  /** Reference number of the person's other accepted application for the same programme and session; null if there is none. */
  readonly other: string | null
}

async function readAcceptances(
  queries: Queries,
  writes: readonly PlannedWrite<typeof registrations>[],
): Promise<ReadonlyMap<string, Acceptance>> {
  if (writes.length === 0) return new Map()
  const rows = await runStatement(
    queries,
    sql`select ${pick({
      id: registration.id,
      person: expr<string>`coalesce(${registration.cnpBidx}, ${registration.foreignIdNumberBidx})`,
      is_cnp: expr<boolean>`${registration.cnpBidx} is not null`,
      other: expr<string | null>`(select ${otherRegistration.referenceCode} from ${otherRegistration}
        where (${otherRegistration.cnpBidx} = ${registration.cnpBidx} or ${otherRegistration.foreignIdNumberBidx} = ${registration.foreignIdNumberBidx}) and ${otherRegistration.id} <> ${registration.id}
        and ${equalsLiteral(otherRegistration.status, 'accepted')}
          and ${otherRegistration.specializationId} = g.programme and ${otherRegistration.admissionSessionId} is not distinct from g.session limit 1)`,
    })}
     from jsonb_to_recordset(${JSON.stringify(
       writes.map(({ before, record }) => ({ id: before?.id, programme: record.specializationId, session: record.admissionSessionId })),
     )}::jsonb) as g (id uuid, programme uuid, session uuid) join ${registration} on ${registration.id} = g.id`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

const issueOf = ({ is_cnp }: Acceptance, reference: string): FieldIssues => ({
  [is_cnp ? 'cnp' : 'foreignIdNumber']: [{ code: 'person.accepted', params: { reference } }],
})

/** Returns the issues of each write that would accept a person a second time, assuming that the writes are stored in order. */
export async function duplicateAcceptanceIssues(
  queries: Queries,
  writes: readonly PlannedWrite<typeof registrations>[],
): Promise<FieldIssues[]> {
  const acceptingWrites = placeTakingWrites(writes)
  const found = await readAcceptances(queries, acceptingWrites)
  const acceptedReferences = new Map<string, string>()
  return writes.map((write) => {
    const acceptance = acceptingWrites.includes(write) ? found.get(write.before?.id ?? '') : undefined
    if (!acceptance) return {}
    const key = `${acceptance.person} ${takenPlaceKey(write.record)}`
    const other = acceptance.other ?? acceptedReferences.get(key)
    if (other !== undefined) return issueOf(acceptance, other)
    acceptedReferences.set(key, write.record.referenceCode)
    return {}
  })
}

/** Like `duplicateAcceptanceIssues`, for stored writes, after `assertPlacesLeft` has locked the programmes. Throws `input.invalid`. */
export async function assertAcceptedOnce(queries: Queries, writes: readonly PlannedWrite<typeof registrations>[]): Promise<void> {
  for (const acceptance of (await readAcceptances(queries, placeTakingWrites(writes))).values())
    if (acceptance.other !== null) throw invalidInput(issueOf(acceptance, acceptance.other))
}
