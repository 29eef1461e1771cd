/** One person is accepted once for a programme, however many applications came in that name (decision 34). */
import { invalidInput } from '#model/errors.ts'
import type { FieldIssues } from '#model/wire.ts'
import type { Queries } from '#server/engine/database/database.ts'
import type { PlannedWrite } from '#server/engine/records/lifecycles.ts'
import { placeOf, takers } from './steps-places.ts'

interface Accepted {
  readonly id: string
  /** Keyed hash of the number of the identity document. */
  readonly person: string
  readonly is_cnp: boolean
  /** Reference of another application of the person that is accepted for the same programme and session; null: none. */
  readonly other: string | null
}

async function acceptedOf(queries: Queries, writes: readonly PlannedWrite[]): Promise<ReadonlyMap<string, Accepted>> {
  if (writes.length === 0) return new Map()
  const rows = await queries.query<Accepted>(
    `select r.id, coalesce(r.cnp_bidx, r.foreign_id_number_bidx) as person, r.cnp_bidx is not null as is_cnp,
       (select o.reference_code from registrations o
        where (o.cnp_bidx = r.cnp_bidx or o.foreign_id_number_bidx = r.foreign_id_number_bidx) and o.id <> r.id and o.status = 'accepted'
          and o.specialization_id = g.programme and o.admission_session_id is not distinct from g.session limit 1) as other
     from jsonb_to_recordset($1::jsonb) as g (id uuid, programme uuid, session uuid) join registrations r on r.id = g.id`,
    [
      JSON.stringify(
        writes.map(({ before, record }) => ({ id: before?.id, programme: record.specializationId, session: record.admissionSessionId })),
      ),
    ],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

const issueOf = ({ is_cnp }: Accepted, reference: string): FieldIssues => ({
  [is_cnp ? 'cnp' : 'foreignIdNumber']: [{ code: 'person.accepted', params: { reference } }],
})

/** Which of the writes would accept somebody who is accepted for the programme already, were they stored one after the other. */
export async function twinIssues(queries: Queries, writes: readonly PlannedWrite[]): Promise<FieldIssues[]> {
  const accepting = takers(writes)
  const found = await acceptedOf(queries, accepting)
  const taken = new Map<string, string>()
  return writes.map((write) => {
    const one = accepting.includes(write) ? found.get(write.before?.id ?? '') : undefined
    if (!one) return {}
    const key = `${one.person} ${placeOf(write.record)}`
    const other = one.other ?? taken.get(key)
    if (other !== undefined) return issueOf(one, other)
    taken.set(key, String(write.record.referenceCode))
    return {}
  })
}

/** As `twinIssues`, of writes that are stored already, once those who accept for the programmes have taken turns. Throws `input.invalid`. */
export async function demandOneEach(queries: Queries, writes: readonly PlannedWrite[]): Promise<void> {
  for (const one of (await acceptedOf(queries, takers(writes))).values())
    if (one.other !== null) throw invalidInput(issueOf(one, one.other))
}
