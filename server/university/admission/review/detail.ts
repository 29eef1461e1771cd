/** What a review shows beside the record's fields. A person waits for it: a few statements, side by side. */
import { documentField, documentNames } from '#model/admission/documents.ts'
import type { WireDocument, WireRegistration, WireRegistrationEvent } from '#model/admission/wire.ts'
import { today } from '#model/dates.ts'
import type { WireRecord } from '#model/wire.ts'
import { registrations } from '#resources/registrations.ts'
import type { Context } from '#server/engine/context.ts'
import type { Queries } from '#server/engine/database/database.ts'
import type { Permit } from '#server/engine/policy/permit.ts'
import { clearValues } from '#server/engine/sql/storage.ts'
import { untilReleased } from '#server/university/admission/events.ts'
import { checksOf, type Kin } from './checks.ts'
import { stepNames } from './steps-names.ts'
import { marksIn } from './steps-sets.ts'
import { heldUntil, knownStatus } from './steps-telling.ts'

/** Timeline, documents, checks and what is held back. */
export async function detailOf(context: Context, permit: Permit, record: WireRecord): Promise<Record<string, unknown>> {
  const { database, clock } = context
  const { caller } = permit
  const now = clock.now()
  const [timeline, documents, facts] = await Promise.all([
    timelineOf(database, record.id),
    documentsOf(database, record, caller?.id ?? null),
    factsOf(database, record.id),
  ])
  const until = heldUntil(record, now)
  const clear = clearValues(registrations, { cnp: facts.cnp }, { keys: context.keys, id: record.id })
  const checks = checksOf({
    cnp: typeof clear.cnp === 'string' ? clear.cnp : null,
    birthDate: String(record.birthDate),
    country: String(record.country),
    county: typeof record.county === 'string' ? record.county : null,
    postalCode: String(record.postalCode),
    sex: String(record.sex),
    isWaived: record.identityWaived === true,
    hasMailFailed: facts.mail_failed,
    isAutomated: record.isAutomated === true,
    kin: facts.kin ?? [],
    day: today(new Date(String(record.submittedAt))),
  })
  const hold: WireRegistration['hold'] = until && {
    tellAt: until.toISOString(),
    isManual: until >= untilReleased,
    canUndo: caller !== null && (caller.role === 'admin' || facts.last_actor === caller.id),
    toldStatus: knownStatus(record, now),
  }
  const titles = facts.reviewer === null ? record._titles : { ...record._titles, assignedToId: facts.reviewer }
  return { _titles: titles, timeline, documents, checks, hold, cycle: facts.cycle ?? '' } satisfies Partial<WireRegistration>
}

type EventRow = Omit<WireRegistrationEvent, 'actor'> & {
  readonly actor_kind: WireRegistrationEvent['actor']['kind']
  readonly actor_name: string
}

async function timelineOf(queries: Queries, id: string): Promise<WireRegistrationEvent[]> {
  const rows = await queries.query<EventRow>(
    `select id, type, at, actor_kind, actor_name, from_status as "from", to_status as "to", note, payload, visible_from as "visibleFrom"
     from registration_event where registration_id = $1 order by at desc, id desc`,
    [id],
  )
  return rows.map(({ actor_kind: kind, actor_name: name, ...event }) => ({ ...event, actor: { kind, name } }))
}

interface FileRow {
  readonly id: string
  readonly field: string
  readonly name: string
  readonly media_type: string
  readonly bytes: number
  readonly has_active_content: boolean
  readonly replaced_at: string | null
  readonly is_viewed: boolean
}

const urlOf = (id: string) => `/api/files/${id}`

async function documentsOf(queries: Queries, record: WireRecord, callerId: string | null): Promise<WireDocument[]> {
  const rows = await queries.query<FileRow>(
    `select f.id, f.field, f.name, f.media_type, f.bytes, f.has_active_content, f.replaced_at,
       exists (select 1 from access_log l where l.resource = $1 and l.record_id = $2 and l.kind = 'file' and l.file_id = f.id and l.user_id = $3) as is_viewed
     from file f where f.resource = $1 and f.record_id = $2 and f.claimed_at is not null order by f.replaced_at desc`,
    [registrations.name, record.id, callerId],
  )
  const marks = marksIn(record)
  return documentNames.flatMap((document) => {
    const field = documentField(document)
    const current = rows.find((row) => urlOf(row.id) === record[field])
    if (!current) return []
    const older = rows.flatMap(({ id, name, field: of, replaced_at: replacedAt }) =>
      of === field && replacedAt !== null ? [{ url: urlOf(id), name, replacedAt }] : [],
    )
    const { name, media_type: mediaType, bytes, has_active_content: hasActiveContent, is_viewed: isViewed } = current
    return [{ document, url: urlOf(current.id), name, mediaType, bytes, hasActiveContent, mark: marks[document] ?? null, isViewed, older }]
  })
}

interface Facts {
  /** Encrypted. */
  readonly cnp: string | null
  readonly reviewer: string | null
  readonly cycle: string | null
  readonly mail_failed: boolean
  readonly last_actor: string | null
  readonly kin: readonly Kin[] | null
}

const mostKin = 20

async function factsOf(queries: Queries, id: string): Promise<Facts> {
  const [row] = await queries.query<Facts>(
    `select r.cnp, u.name as reviewer, p.cycle,
       exists (select 1 from outbox_mail m where m.registration_id = r.id and m.state = 'dead') as mail_failed,
       (select c.actor_id from change c where c.resource = $2 and c.record_id = r.id and c.action = any($3) order by c.version desc limit 1) as last_actor,
       (select jsonb_agg(to_jsonb(k)) from (
          select o.id, o.reference_code as reference, o.status, true as "isSamePerson"
            from registrations o where o.cnp_bidx = r.cnp_bidx and o.id <> r.id
          union all
          select o.id, o.reference_code, o.status, true
            from registrations o where o.foreign_id_number_bidx = r.foreign_id_number_bidx and o.id <> r.id
          union all
          select o.id, o.reference_code, o.status, false from registrations o
            where o.admission_session_id = r.admission_session_id and lower(o.personal_email) = lower(r.personal_email) and o.id <> r.id
              and coalesce(o.cnp_bidx, o.foreign_id_number_bidx) is distinct from coalesce(r.cnp_bidx, r.foreign_id_number_bidx)
          limit ${mostKin}) k) as kin
     from registrations r left join users u on u.id = r.assigned_to_id left join specializations p on p.id = r.specialization_id where r.id = $1`,
    [id, registrations.name, stepNames],
  )
  return row ?? { cnp: null, reviewer: null, cycle: null, mail_failed: false, last_actor: null, kin: null }
}
