/**
 * Conditions of an acceptance: documents, identity, a place in the programme, and no other
 * acceptance of the same person.
 */
import { invalidInput } from '@matricola/schema/wire/errors.ts'
import type { FieldIssues, Issue } from '@matricola/schema/wire/wire.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { PlannedWrite } from '@matricola/server/records/hooks.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import { fileTable } from '@matricola/server/sql/tables.ts'
import {
  columns,
  equalsLiteral,
  expr,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { isItemId } from '#resources/admission/form-item-id.ts'
import { identityIssues } from '#resources/admission/identity-check.ts'
import type { DocumentMarks } from '#resources/admission/wire.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import {
  type DocumentName,
  documentField,
  documentFileId,
  documentNames,
} from '#resources/application-documents.ts'
import { registrations } from '#resources/registrations.ts'
import { specializations } from '#resources/specializations.ts'

const registration = table(registrations)
const specialization = table(specializations)
const lockedProgramme = table(specializations, 'locked_programme')
const admissionProgramme = table(admissionProgrammes)
const otherRegistration = table(registrations, 'other_registration')
const file = table(fileTable)

/** Returns the issues of each write that would accept an application. */
export async function acceptanceIssues(
  queries: Queries,
  writes: readonly PlannedWrite<typeof registrations>[],
): Promise<FieldIssues[]> {
  const [places, duplicates, documents] = await Promise.all([
    placeIssues(queries, writes),
    duplicateAcceptanceIssues(queries, writes),
    documentIssues(queries, writes),
  ])
  return writes.map((_, at) => ({ ...places[at], ...duplicates[at], ...documents[at] }))
}

const noPlaceIssue: FieldIssues = { specializationId: [{ code: 'place.none' }] }

/**
 * Key of the programme and session in which a record occupies a place; null if it occupies none.
 */
const takenPlaceKey = ({ status, specializationId, admissionSessionId }: Values): string | null =>
  status === 'accepted'
    ? keyOf(String(specializationId), admissionSessionId as string | null)
    : null

const keyOf = (programme: string, session: string | null | undefined) =>
  `${programme} ${session ?? ''}`

/**
 * Whether the place comes from a released ranking. It was checked when the draft was computed, and
 * the results are public.
 */
const isWon = ({ record }: PlannedWrite<typeof registrations>) =>
  record.wonSpecializationId !== null

/**
 * Returns the writes that give an application a place it did not have. Places from a ranking do not
 * count.
 */
const placeTakingWrites = <W extends PlannedWrite<typeof registrations>>(
  writes: readonly W[],
): W[] =>
  writes.filter(
    (write) =>
      takenPlaceKey(write.record) !== null &&
      takenPlaceKey(write.record) !== takenPlaceKey(write.before?.values ?? {}) &&
      !isWon(write),
  )

interface PlaceCounts {
  readonly places: number
  readonly taken: number
}

/**
 * Returns the number of places and of occupied places for the programmes in the writes, per
 * session. Programmes without a limit are absent.
 */
async function readPlaces(
  queries: Queries,
  writes: readonly PlannedWrite<typeof registrations>[],
): Promise<ReadonlyMap<string, PlaceCounts>> {
  const rows = await runStatement(
    queries,
    sql`select ${pick({
      programme: expr<string>`p.programme`,
      session: expr<string | null>`p.session`,
      places: expr<number>`coalesce(${specialization.placesBudget}, 0) + coalesce(${specialization.placesFee}, 0)`,
      taken: expr<number>`(select count(*) from ${registration} where ${registration.specializationId} = p.programme
          and ${registration.admissionSessionId} is not distinct from p.session and ${equalsLiteral(registration.status, 'accepted')})`,
    })}
     from (select distinct * from jsonb_to_recordset(${JSON.stringify(writes.map(({ record }) => ({ programme: record.specializationId, session: record.admissionSessionId })))}::jsonb) as given (programme uuid, session uuid)) p
     join ${specialization} on ${specialization.id} = p.programme
     where ${specialization.placesBudget} is not null or ${specialization.placesFee} is not null`,
  )
  return new Map(
    rows.map(({ programme, session, places, taken }) => [
      keyOf(programme, session),
      { places, taken },
    ]),
  )
}

const rankedPlaceIssue: FieldIssues = { specializationId: [{ code: 'place.ranked' }] }

/** Returns the keys of the programmes in the writes that a session ranks. */
async function readRankedKeys(
  queries: Queries,
  writes: readonly PlannedWrite<typeof registrations>[],
): Promise<ReadonlySet<string>> {
  const sessions = [...new Set(writes.flatMap(({ record }) => record.admissionSessionId ?? []))]
  if (sessions.length === 0) return new Set()
  const rows = await runStatement(
    queries,
    sql`select ${pick({ programme: admissionProgramme.specializationId, session: admissionProgramme.admissionSessionId })} from ${admissionProgramme}
     where ${admissionProgramme.admissionSessionId} = any(${sessions}::uuid[])`,
  )
  return new Set(rows.map(({ programme, session }) => keyOf(programme, session)))
}

/** Returns the issues of each write, assuming that the writes are stored one after the other. */
async function placeIssues(
  queries: Queries,
  writes: readonly PlannedWrite<typeof registrations>[],
): Promise<FieldIssues[]> {
  const takingWrites = placeTakingWrites(writes)
  const rankedKeys = await readRankedKeys(queries, takingWrites)
  const places =
    takingWrites.length === 0
      ? new Map<string, PlaceCounts>()
      : await readPlaces(queries, takingWrites)
  const taken = new Map([...places].map(([key, one]) => [key, one.taken]))
  const add = (key: string | null, count: number) =>
    key !== null && taken.set(key, (taken.get(key) ?? 0) + count)
  return writes.map((write) => {
    const placeKey = takenPlaceKey(write.record)
    if (placeKey !== null && takingWrites.includes(write) && rankedKeys.has(placeKey))
      return rankedPlaceIssue
    if (
      placeKey !== null &&
      takingWrites.includes(write) &&
      (taken.get(placeKey) ?? 0) >= (places.get(placeKey)?.places ?? Number.POSITIVE_INFINITY)
    )
      return noPlaceIssue
    add(takenPlaceKey(write.before?.values ?? {}), -1)
    add(placeKey, 1)
    return {}
  })
}

/**
 * Checks stored writes against the number of places. Locks the programmes' rows first, so that
 * concurrent acceptances are counted one after the other. Throws `input.invalid` with `place.none`.
 */
export async function assertPlacesLeft(
  queries: Queries,
  writes: readonly PlannedWrite<typeof registrations>[],
): Promise<void> {
  const takingWrites = placeTakingWrites(writes)
  if (takingWrites.length === 0) return
  await runStatement(
    queries,
    sql`select 1 from ${lockedProgramme} where ${lockedProgramme.id} = any(${[...new Set(takingWrites.map(({ record }) => record.specializationId))]}::uuid[])
     order by ${lockedProgramme.id} for no key update`,
  )
  for (const { places, taken } of (await readPlaces(queries, takingWrites)).values())
    if (taken > places) throw invalidInput(noPlaceIssue)
}

interface Acceptance {
  readonly id: string
  /** Keyed hash of the identity document's number. */
  readonly person: string
  readonly is_cnp: boolean
  /**
   * Reference number of the person's other accepted application for the same programme and session;
   * null if there is none.
   */
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
      other: expr<
        string | null
      >`(select ${otherRegistration.referenceCode} from ${otherRegistration}
        where (${otherRegistration.cnpBidx} = ${registration.cnpBidx} or ${otherRegistration.foreignIdNumberBidx} = ${registration.foreignIdNumberBidx}) and ${otherRegistration.id} <> ${registration.id}
        and ${equalsLiteral(otherRegistration.status, 'accepted')}
          and ${otherRegistration.specializationId} = g.programme and ${otherRegistration.admissionSessionId} is not distinct from g.session limit 1)`,
    })}
     from jsonb_to_recordset(${JSON.stringify(
       writes.map(({ before, record }) => ({
         id: before?.id,
         programme: record.specializationId,
         session: record.admissionSessionId,
       })),
     )}::jsonb) as g (id uuid, programme uuid, session uuid) join ${registration} on ${registration.id} = g.id`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

const issueOf = ({ is_cnp }: Acceptance, reference: string): FieldIssues => ({
  [is_cnp ? 'cnp' : 'foreignIdNumber']: [{ code: 'person.accepted', params: { reference } }],
})

/**
 * Returns the issues of each write that would accept a person a second time, assuming that the
 * writes are stored in order.
 */
async function duplicateAcceptanceIssues(
  queries: Queries,
  writes: readonly PlannedWrite<typeof registrations>[],
): Promise<FieldIssues[]> {
  const acceptingWrites = placeTakingWrites(writes)
  const found = await readAcceptances(queries, acceptingWrites)
  const acceptedReferences = new Map<string, string>()
  return writes.map((write) => {
    const acceptance = acceptingWrites.includes(write)
      ? found.get(write.before?.id ?? '')
      : undefined
    if (!acceptance) return {}
    const key = `${acceptance.person} ${takenPlaceKey(write.record)}`
    const other = acceptance.other ?? acceptedReferences.get(key)
    if (other !== undefined) return issueOf(acceptance, other)
    acceptedReferences.set(key, write.record.referenceCode)
    return {}
  })
}

/**
 * Like `duplicateAcceptanceIssues`, for stored writes, after `assertPlacesLeft` has locked the
 * programmes. Throws `input.invalid`.
 */
export async function assertAcceptedOnce(
  queries: Queries,
  writes: readonly PlannedWrite<typeof registrations>[],
): Promise<void> {
  for (const acceptance of (await readAcceptances(queries, placeTakingWrites(writes))).values())
    if (acceptance.other !== null) throw invalidInput(issueOf(acceptance, acceptance.other))
}

/** Issue codes by state of a document that is not ready. */
export const unreadyCodes = {
  preparing: 'document.preparing',
  unreadable: 'document.unreadable',
} as const

/** Returns the states of files that are not ready, by id. */
export async function findUnreadyFiles(
  queries: Queries,
  ids: readonly unknown[],
): Promise<ReadonlyMap<string, keyof typeof unreadyCodes>> {
  const fileIds = ids.filter((id) => typeof id === 'string')
  if (fileIds.length === 0) return new Map()
  const rows = await runStatement(
    queries,
    sql`select ${pick(columns(file, 'id', 'state'))} from ${file} where ${file.id} = any(${fileIds}::uuid[])`,
  )
  return new Map(rows.flatMap(({ id, state }) => (state === 'ready' ? [] : [[id, state] as const])))
}

/** Names of all documents that the application can have, among them those of its form. */
const namesIn = ({ answers }: Values) => [
  ...documentNames,
  ...Object.keys(answers ?? {}).filter(isItemId),
]

/** Documents of a form are reported under the id of their item. */
const issueFieldOf = (name: DocumentName) => (isItemId(name) ? name : documentField(name))

/**
 * Returns, for each write, the issues of documents that are not ready, if the write would accept
 * the application.
 */
async function documentIssues(
  queries: Queries,
  writes: readonly PlannedWrite<typeof registrations>[],
): Promise<FieldIssues[]> {
  const acceptingWrites = placeTakingWrites(writes)
  const found = await findUnreadyFiles(
    queries,
    acceptingWrites.flatMap(({ record }) =>
      namesIn(record).map((name) => documentFileId(record, name)),
    ),
  )
  return writes.map((write) => {
    if (found.size === 0 || !acceptingWrites.includes(write)) return {}
    return Object.fromEntries(
      namesIn(write.record).flatMap((name) => {
        const state = found.get(documentFileId(write.record, name) ?? '')
        return state ? [[issueFieldOf(name), [{ code: unreadyCodes[state] }]]] : []
      }),
    )
  })
}

/**
 * Throws `input.invalid` for rejected documents, and for a failed identity check that no admin has
 * waived.
 */
export function assertAcceptable(record: Values): void {
  // The stored value has this type, because only the server writes it.
  const marks = (record.documentMarks ?? {}) as DocumentMarks
  const rejected = namesIn(record).filter((name) => marks[name]?.mark === 'rejected')
  const issues: { [field: string]: readonly Issue[] } = Object.fromEntries(
    rejected.map((name) => [issueFieldOf(name), [{ code: 'document.rejected' }]]),
  )
  const all = record.identityWaived === true ? issues : { ...identityIssues(record), ...issues }
  if (Object.keys(all).length > 0) throw invalidInput(all)
}
