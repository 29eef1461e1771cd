/** Details of a review beside the record's fields. A person waits for them: a few statements, side by side. */

import type { WireDocument, WireRegistration, WireRegistrationEvent } from '#model/admission/wire.ts'
import { today } from '#model/dates.ts'
import type { WireRecord } from '#model/wire.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import { applicationChoices } from '#resources/application-choices.ts'
import { documentField, documentNames } from '#resources/application-documents.ts'
import { registrations } from '#resources/registrations.ts'
import { specializations } from '#resources/specializations.ts'
import { users } from '#resources/users.ts'
import type { Context } from '#server/engine/context.ts'
import type { Queries } from '#server/engine/database/database.ts'
import type { Permit } from '#server/engine/policy/permit.ts'
import { clearValues } from '#server/engine/sql/storage.ts'
import { change, file, outboxMail } from '#server/engine/sql/tables.ts'
import { columns, expr, outer, pick, raw, run, sql, table } from '#server/engine/sql/typed.ts'
import { wishesOf } from '#server/university/admission/applicant/wishes.ts'
import { untilReleased } from '#server/university/admission/events.ts'
import { resultOf } from '#server/university/admission/ranking/explain.ts'
import { accessLog, registrationEvent } from '#server/university/tables/rows.ts'
import { checksOf, type Kin } from './checks.ts'
import { stepNames } from './steps-names.ts'
import { heldUntil, knownStatus } from './steps-notices.ts'
import { marksIn } from './steps-sets.ts'

const e = table(registrationEvent, 'e')
const l = table(accessLog, 'l')
const f = table(file, 'f')
const m = table(outboxMail, 'm')
const c = table(change, 'c')
const g = table(admissionProgrammes, 'g')
const h = table(applicationChoices, 'h')
const o = table(registrations, 'o')
const r = table(registrations, 'r')
const u = outer(users, 'u')
const p = outer(specializations, 'p')

/** Timeline, documents, checks and what is held back. */
export async function detailOf(context: Context, permit: Permit, record: WireRecord): Promise<Record<string, unknown>> {
  const { database, clock } = context
  const { caller } = permit
  const now = clock.now()
  const [timeline, documents, facts, result, { choices, asked }] = await Promise.all([
    timelineOf(database, record.id),
    documentsOf(database, record, caller?.id ?? null),
    factsOf(database, record.id),
    resultOf(database, record.id, record, { texts: context.texts, now }),
    wishesOf(database, context.texts, record.id, record),
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
  return {
    _titles: titles,
    timeline,
    documents,
    checks,
    hold,
    cycle: facts.cycle ?? '',
    choices,
    asked,
    isRanked: facts.is_ranked,
    ...result,
  } satisfies Partial<WireRegistration>
}

async function timelineOf(queries: Queries, id: string): Promise<WireRegistrationEvent[]> {
  const rows = await run(
    queries,
    sql`select ${pick({
      ...columns(e, 'id', 'type', 'at', 'actor_kind', 'actor_name', 'note', 'payload'),
      from: e.from_status,
      to: e.to_status,
      visibleFrom: e.visible_from,
    })}
     from ${e} where ${e.registration_id} = ${id} order by ${e.at} desc, ${e.id} desc`,
  )
  return rows.map(({ actor_kind: kind, actor_name: name, ...event }) => ({ ...event, actor: { kind, name } }))
}

const urlOf = (id: string) => `/api/files/${id}`

async function documentsOf(queries: Queries, record: WireRecord, callerId: string | null): Promise<WireDocument[]> {
  const rows = await run(
    queries,
    sql`select ${pick({
      ...columns(f, 'id', 'field', 'name', 'media_type', 'bytes', 'state', 'has_active_content', 'replaced_at'),
      is_viewed: expr<boolean>`exists (select 1 from ${l} where ${l.resource} = ${registrations.name} and ${l.record_id} = ${record.id}
        and ${l.kind} = 'file' and ${l.file_id} = ${f.id} and ${l.user_id} = ${callerId})`,
    })}
     from ${f} where ${f.resource} = ${registrations.name} and ${f.record_id} = ${record.id} and ${f.claimed_at} is not null
     order by ${f.replaced_at} desc`,
  )
  const marks = marksIn(record)
  return documentNames.flatMap((document) => {
    const field = documentField(document)
    const current = rows.find((row) => urlOf(row.id) === record[field])
    if (!current) return []
    const older = rows.flatMap(({ id, name, field: of, replaced_at: replacedAt }) =>
      of === field && replacedAt !== null ? [{ url: urlOf(id), name, replacedAt }] : [],
    )
    const { name, media_type: mediaType, bytes, state, has_active_content: hasActiveContent, is_viewed: isViewed } = current
    const mark = marks[document] ?? null
    return [{ document, url: urlOf(current.id), name, mediaType, bytes, state, hasActiveContent, mark, isViewed, older }]
  })
}

interface Facts {
  /** Encrypted. */
  readonly cnp: string | null
  readonly reviewer: string | null
  readonly cycle: string | null
  readonly mail_failed: boolean
  readonly is_ranked: boolean
  readonly last_actor: string | null
  readonly kin: readonly Kin[] | null
}

const mostKin = 20

async function factsOf(queries: Queries, id: string): Promise<Facts> {
  const [row] = await run(
    queries,
    sql`select ${pick({
      cnp: r.cnp,
      reviewer: u.name,
      cycle: p.cycle,
      mail_failed: expr<boolean>`exists (select 1 from ${m} where ${m.registration_id} = ${r.id} and ${m.state} = 'dead')`,
      is_ranked: expr<boolean>`exists (select 1 from ${g} where ${g.admissionSessionId} = ${r.admissionSessionId}
        and (${g.specializationId} = ${r.specializationId}
          or ${g.specializationId} in (select ${h.specializationId} from ${h} where ${h.registrationId} = ${r.id})))`,
      last_actor: expr<
        string | null
      >`(select ${c.actor_id} from ${c} where ${c.resource} = ${registrations.name} and ${c.record_id} = ${r.id}
      and ${c.action} = any(${stepNames}) order by ${c.version} desc limit 1)`,
      kin: expr<readonly Kin[] | null>`(select jsonb_agg(to_jsonb(k)) from (
          select ${o.id}, ${o.referenceCode} as reference, ${o.status}, true as "isSamePerson"
            from ${o} where ${o.cnpBidx} = ${r.cnpBidx} and ${o.id} <> ${r.id}
          union all
          select ${o.id}, ${o.referenceCode}, ${o.status}, true
            from ${o} where ${o.foreignIdNumberBidx} = ${r.foreignIdNumberBidx} and ${o.id} <> ${r.id}
          union all
          select ${o.id}, ${o.referenceCode}, ${o.status}, false from ${o}
            where ${o.admissionSessionId} = ${r.admissionSessionId} and lower(${o.personalEmail}) = lower(${r.personalEmail})
            and ${o.id} <> ${r.id}
              and coalesce(${o.cnpBidx}, ${o.foreignIdNumberBidx}) is distinct from coalesce(${r.cnpBidx}, ${r.foreignIdNumberBidx})
          limit ${raw(mostKin)}) k)`,
    })}
     from ${r} left join ${u} on ${u.id} = ${r.assignedToId} left join ${p} on ${p.id} = ${r.specializationId} where ${r.id} = ${id}`,
  )
  return row ?? { cnp: null, reviewer: null, cycle: null, mail_failed: false, is_ranked: false, last_actor: null, kin: null }
}
