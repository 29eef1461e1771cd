/** Facts of a review in addition to the record's fields. One statement reads them all, since a user is waiting for the page. */

import { today } from '@matricola/schema/values/dates.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Permit, SystemReason } from '@matricola/server/policy/permit.ts'
import { clearValues } from '@matricola/server/sql/storage.ts'
import { accessLogTable, changeTable, fileTable, outboxMailTable } from '@matricola/server/sql/tables.ts'
import { columns, expr, isoInstant, jsonRows, outerTable, pick, raw, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import type { WireDocument, WireRegistration } from '#resources/admission/wire.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import { applicationChoices } from '#resources/application-choices.ts'
import { documentField, documentNames } from '#resources/application-documents.ts'
import { registrations } from '#resources/registrations.ts'
import { specializations } from '#resources/specializations.ts'
import { users } from '#resources/users.ts'
import { choiceColumns, toWireChoices } from '#server/admission/applicant/choices.ts'
import { newestResultQuery, toWireResult } from '#server/admission/ranking/applicant-result.ts'
import { gradeNames } from '#server/admission/ranking/formula.ts'
import { untilReleased } from '#server/admission/timeline-events.ts'
import { registrationEventTable } from '#server/tables/rows.ts'
import { checkApplication, type RelatedApplication } from './checks.ts'
import { transitionNames } from './transition-names.ts'
import { heldUntil, visibleStatus } from './transition-notices.ts'
import { documentMarksOf } from './transition-values.ts'

const e = table(registrationEventTable, 'e')
const l = table(accessLogTable, 'l')
const f = table(fileTable, 'f')
const m = table(outboxMailTable, 'm')
const c = table(changeTable, 'c')
const g = table(admissionProgrammes, 'g')
const h = table(applicationChoices, 'h')
const o = table(registrations, 'o')
const r = table(registrations, 'r')
const u = outerTable(users, 'u')
const p = outerTable(specializations, 'p')

/** Returns the timeline, documents, checks, hold, choices, answers, entered grades and result of an application. */
export async function readReviewDetail(context: Context, permit: Permit, record: WireRecord): Promise<Record<string, unknown>> {
  const { database, clock } = context
  const { caller } = permit
  const now = clock.now()
  const [facts] = await runStatement(database, factsOf(record, caller?.id ?? null))
  if (!facts) throw new AppError('record.missing')
  const result = await toWireResult(database, facts.results[0], record, { texts: context.texts, now, language: caller?.language ?? null })
  const { choices, questions } = toWireChoices(context.texts, facts, record)
  const until = heldUntil(record, now)
  const clear = clearValues(registrations, { cnp: facts.cnp }, { keys: context.keys, id: record.id })
  const checks = checkApplication({
    cnp: typeof clear.cnp === 'string' ? clear.cnp : null,
    birthDate: String(record.birthDate),
    country: String(record.country),
    county: typeof record.county === 'string' ? record.county : null,
    postalCode: String(record.postalCode),
    sex: String(record.sex),
    isWaived: record.identityWaived === true,
    hasMailFailed: facts.mail_failed,
    isAutomated: record.isAutomated === true,
    related: facts.related ?? [],
    day: today(new Date(String(record.submittedAt))),
  })
  const hold: WireRegistration['hold'] = until && {
    notifyAt: until.toISOString(),
    isManual: until >= untilReleased,
    canUndo: caller !== null && (caller.role === 'admin' || facts.last_actor === caller.id),
    notifiedStatus: visibleStatus(record, now),
  }
  const titles = facts.reviewer === null ? record._titles : { ...record._titles, assignedToId: facts.reviewer }
  return {
    _titles: titles,
    timeline: facts.events.map(({ actor_kind: kind, actor_name: name, ...event }) => ({ ...event, actor: { kind, name } })),
    documents: documentsIn(facts.files, record),
    checks,
    hold,
    cycle: facts.cycle ?? '',
    choices,
    questions,
    isRanked: facts.is_ranked,
    gradesEntered: facts.entered.map(({ grade, at, actor_id: id, actor_name: name }) => ({
      grade,
      at,
      actor: { kind: id !== null ? 'staff' : name === byApplicant ? 'applicant' : 'system', name },
    })),
    ...result,
  } satisfies Partial<WireRegistration>
}

const eventsOf = (id: string) =>
  sql`select ${pick({
    ...columns(e, 'id', 'type', 'actor_kind', 'actor_name', 'note', 'payload'),
    at: isoInstant(e.at),
    from: e.from_status,
    to: e.to_status,
    visibleFrom: isoInstant(e.visible_from),
  })}
   from ${e} where ${e.registration_id} = ${id} order by ${e.at} desc, ${e.id} desc`

/** Actor under which the history records changes by applicants. */
const byApplicant: SystemReason = 'applicant'

interface GradeEntry {
  readonly grade: string
  readonly at: string
  readonly actor_id: string | null
  readonly actor_name: string
}

/** SQL for the newest change of each grade that the application has, in the order of declaration. */
const gradeEntriesOf = (record: WireRecord) => {
  const givenGrades = gradeNames.filter((name) => (record[name] ?? null) !== null)
  const newest = sql`select ${pick({ at: isoInstant(c.at), ...columns(c, 'actor_id', 'actor_name') })} from ${c}
    where ${c.resource} = ${registrations.name} and ${c.record_id} = ${record.id} and jsonb_exists(${c.after}, grades.grade)
    order by ${c.version} desc limit 1`
  return expr<
    readonly GradeEntry[]
  >`coalesce((select jsonb_agg(to_jsonb(newest) || jsonb_build_object('grade', grades.grade) order by grades.position)
    from unnest(${givenGrades}::text[]) with ordinality as grades (grade, position), lateral (${newest}) newest), '[]'::jsonb)`
}

const urlOf = (id: string) => `/api/files/${id}`

const filesOf = (id: string, callerId: string | null) =>
  sql`select ${pick({
    ...columns(f, 'id', 'field', 'name', 'media_type', 'bytes', 'state', 'has_active_content'),
    replaced_at: isoInstant(f.replaced_at),
    is_viewed: expr<boolean>`exists (select 1 from ${l} where ${l.resource} = ${registrations.name} and ${l.record_id} = ${id}
      and ${l.kind} = 'file' and ${l.file_id} = ${f.id} and ${l.user_id} = ${callerId})`,
  })}
   from ${f} where ${f.resource} = ${registrations.name} and ${f.record_id} = ${id} and ${f.claimed_at} is not null
   order by ${f.replaced_at} desc`

function documentsIn(rows: readonly ReturnType<typeof filesOf>['~rows'][], record: WireRecord): WireDocument[] {
  const marks = documentMarksOf(record)
  return documentNames.flatMap((document) => {
    const field = documentField(document)
    const current = rows.find((row) => urlOf(row.id) === record[field])
    if (!current) return []
    const older = rows.flatMap(({ id, name, field: fieldName, replaced_at: replacedAt }) =>
      fieldName === field && replacedAt !== null ? [{ url: urlOf(id), name, replacedAt }] : [],
    )
    const { name, media_type: mediaType, bytes, state, has_active_content: hasActiveContent, is_viewed: isViewed } = current
    const mark = marks[document] ?? null
    return [{ document, url: urlOf(current.id), name, mediaType, bytes, state, hasActiveContent, mark, isViewed, older }]
  })
}

const maxRelated = 20

/** Query for everything that the page shows in addition to the fields. The CNP is still encrypted. */
const factsOf = (record: WireRecord, callerId: string | null) =>
  sql`select ${pick({
    ...choiceColumns(record.id, record),
    events: jsonRows(eventsOf(record.id)),
    files: jsonRows(filesOf(record.id, callerId)),
    results: jsonRows(newestResultQuery(record.id)),
    entered: gradeEntriesOf(record),
    cnp: r.cnp,
    reviewer: u.name,
    cycle: p.cycle,
    mail_failed: expr<boolean>`exists (select 1 from ${m} where ${m.record_id} = ${r.id} and ${m.state} = 'dead')`,
    is_ranked: expr<boolean>`exists (select 1 from ${g} where ${g.admissionSessionId} = ${r.admissionSessionId}
        and (${g.specializationId} = ${r.specializationId}
          or ${g.specializationId} in (select ${h.specializationId} from ${h} where ${h.registrationId} = ${r.id})))`,
    last_actor: expr<string | null>`(select ${c.actor_id} from ${c} where ${c.resource} = ${registrations.name} and ${c.record_id} = ${r.id}
      and ${c.action} = any(${transitionNames}) order by ${c.version} desc limit 1)`,
    related: expr<readonly RelatedApplication[] | null>`(select jsonb_agg(to_jsonb(k)) from (
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
          limit ${raw(maxRelated)}) k)`,
  })}
     from ${r} left join ${u} on ${u.id} = ${r.assignedToId} left join ${p} on ${p.id} = ${r.specializationId} where ${r.id} = ${record.id}`
