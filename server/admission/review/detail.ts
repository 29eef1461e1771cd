/**
 * Facts of a review in addition to the record's fields. One statement reads them all, since a user
 * is waiting for the page.
 */

import { today } from '@matricola/schema/values/dates.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Permit, SystemReason } from '@matricola/server/policy/permit.ts'
import { clearValues } from '@matricola/server/sql/storage.ts'
import {
  accessLogTable,
  changeTable,
  fileTable,
  outboxMailTable,
} from '@matricola/server/sql/tables.ts'
import {
  columns,
  expr,
  isoInstant,
  jsonRows,
  outerTable,
  pick,
  raw,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import type {
  WireDocument,
  WireFormAnswer,
  WireRegistration,
} from '#resources/admission/wire-review.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import { applicationChoices } from '#resources/application-choices.ts'
import { documentField, documentNames, fileFieldOf } from '#resources/application-documents.ts'
import { registrations } from '#resources/registrations.ts'
import { specializations } from '#resources/specializations.ts'
import { users } from '#resources/users.ts'
import { readState } from '#server/admission/applicant/application-state.ts'
import { choiceColumns, toWireChoices } from '#server/admission/applicant/choices.ts'
import { answersOf } from '#server/admission/forms/form-contents.ts'
import {
  describeAnswers,
  documentsAmong,
  readFixedItemTexts,
  readRequestableItems,
} from '#server/admission/forms/published-forms.ts'
import { messagesOf, toOfficeMessages } from '#server/admission/messages/conversation.ts'
import { findOfficeWeek } from '#server/admission/office-week.ts'
import { notifiedResultsQuery, toWireResult } from '#server/admission/ranking/applicant-result.ts'
import { untilReleased } from '#server/admission/timeline-events.ts'
import { registrationEventTable } from '#server/tables/rows.ts'
import { checkApplication, emailIssueOf, type RelatedApplication } from './checks.ts'
import { gradeEntriesOf } from './grade-entries.ts'
import { heldUntil, visibleStatus } from './transition-notices.ts'
import { documentMarksOf, transitionNames } from './transition-values.ts'

const registrationEvent = table(registrationEventTable)
const accessLog = table(accessLogTable)
const file = table(fileTable)
const outboxMail = table(outboxMailTable)
const change = table(changeTable)
const admissionProgramme = table(admissionProgrammes)
const applicationChoice = table(applicationChoices)
const otherRegistration = table(registrations, 'other_registration')
const registration = table(registrations)
const user = outerTable(users)
const specialization = outerTable(specializations)

/**
 * Returns the timeline, documents, checks, hold, choices, answers, entered grades and result of an
 * application.
 */
export async function readReviewDetail(
  context: Context,
  permit: Permit,
  record: WireRecord,
): Promise<Record<string, unknown>> {
  const { database, clock } = context
  const { caller } = permit
  const now = clock.now()
  const [facts] = await runStatement(database, factsOf(record, caller?.id ?? null))
  if (!facts) throw new AppError('record.missing')
  const result = await toWireResult(database, facts.results[0], record, {
    texts: context.texts,
    now,
    language: caller?.language ?? null,
  })
  const { choices, questions } = toWireChoices(context.texts, facts, record)
  const until = heldUntil(record, now)
  const clear = clearValues(
    registrations,
    { cnp: facts.cnp },
    { keys: context.keys, id: record.id },
  )
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
    emailIssue: emailIssueOf(record, now),
    related: facts.related ?? [],
    day: today(new Date(String(record.submittedAt))),
  })
  const hold: WireRegistration['hold'] = until && {
    notifyAt: until.toISOString(),
    isManual: until >= untilReleased,
    canUndo: caller !== null && (caller.role === 'admin' || facts.last_actor === caller.id),
    notifiedStatus: visibleStatus(record, now),
  }
  const answered = { ...record, answers: facts.answers }
  const titles =
    facts.reviewer === null ? record._titles : { ...record._titles, assignedToId: facts.reviewer }
  const week = facts.messages.length > 0 ? await findOfficeWeek(database) : null
  const formAnswers = [...(await describeAnswers(database, answered, permit.role))]
  return {
    _titles: titles,
    timeline: facts.events.map(({ actor_kind: kind, actor_name: name, ...event }) => ({
      ...event,
      actor: { kind, name },
    })),
    documents: documentsIn(facts.files, record, formAnswers),
    checks,
    hold,
    cycle: facts.cycle ?? '',
    choices,
    questions,
    formAnswers,
    fieldTexts: await readFixedItemTexts(database, answered),
    unansweredItems: (await readRequestableItems(database, answered, permit.role))
      .filter(({ item }) => answersOf(answered)[item.id] === undefined)
      .map(({ item: { id, type, label } }) => ({ id, type, label })),
    isRanked: facts.is_ranked,
    messages: toOfficeMessages(facts.messages, { caller, now, week }),
    state: await readState(context, record.id, { now, reader: 'office' }),
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
    ...columns(registrationEvent, 'id', 'type', 'actor_kind', 'actor_name', 'note', 'payload'),
    at: isoInstant(registrationEvent.at),
    from: registrationEvent.from_status,
    to: registrationEvent.to_status,
    visibleFrom: isoInstant(registrationEvent.visible_from),
  })}
   from ${registrationEvent} where ${registrationEvent.registration_id} = ${id} order by ${registrationEvent.at} desc, ${registrationEvent.id} desc`

/** Actor under which the history records changes by applicants. */
const byApplicant: SystemReason = 'applicant'

const urlOf = (id: string) => `/api/files/${id}`

const filesOf = (id: string, callerId: string | null) =>
  sql`select ${pick({
    ...columns(file, 'id', 'field', 'name', 'media_type', 'bytes', 'state', 'has_active_content'),
    replaced_at: isoInstant(file.replaced_at),
    is_viewed: expr<boolean>`exists (select 1 from ${accessLog} where ${accessLog.resource} = ${registrations.name} and ${accessLog.record_id} = ${id}
      and ${accessLog.kind} = 'file' and ${accessLog.file_id} = ${file.id} and ${accessLog.user_id} = ${callerId})`,
  })}
   from ${file} where ${file.resource} = ${registrations.name} and ${file.record_id} = ${id} and ${file.claimed_at} is not null
   order by ${file.replaced_at} desc`

function documentsIn(
  rows: readonly ReturnType<typeof filesOf>['~rows'][],
  record: WireRecord,
  formAnswers: readonly WireFormAnswer[],
): WireDocument[] {
  const marks = documentMarksOf(record)
  const answered = documentsAmong(formAnswers)
  return [...documentNames, ...answered.map(({ id }) => id)].flatMap((document) => {
    const field = fileFieldOf(document)
    const answer = answered.find(({ id }) => id === document)
    const current = rows.find((row) =>
      answer ? row.id === answer.answer : urlOf(row.id) === record[documentField(document)],
    )
    if (!current) return []
    const older = rows.flatMap(({ id, name, field: fieldName, replaced_at: replacedAt }) =>
      fieldName === field && replacedAt !== null ? [{ url: urlOf(id), name, replacedAt }] : [],
    )
    const {
      name,
      media_type: mediaType,
      bytes,
      state,
      has_active_content: hasActiveContent,
      is_viewed: isViewed,
    } = current
    const mark = marks[document] ?? null
    return [
      {
        document,
        ...(answer && { label: answer.label }),
        url: urlOf(current.id),
        name,
        mediaType,
        bytes,
        state,
        hasActiveContent,
        mark,
        isViewed,
        older,
      },
    ]
  })
}

const maxRelated = 20

/**
 * Query for everything that the page shows in addition to the fields. The CNP is still encrypted.
 */
const factsOf = (record: WireRecord, callerId: string | null) =>
  sql`select ${pick({
    ...choiceColumns(record.id, record),
    events: jsonRows(eventsOf(record.id)),
    files: jsonRows(filesOf(record.id, callerId)),
    results: jsonRows(notifiedResultsQuery([record.id])),
    messages: jsonRows(messagesOf(record.id)),
    entered: gradeEntriesOf(record),
    cnp: registration.cnp,
    answers: registration.answers,
    reviewer: user.name,
    cycle: specialization.cycle,
    mail_failed: expr<boolean>`exists (select 1 from ${outboxMail} where ${outboxMail.record_id} = ${registration.id} and ${outboxMail.state} = 'dead')`,
    is_ranked: expr<boolean>`exists (select 1 from ${admissionProgramme} where ${admissionProgramme.admissionSessionId} = ${registration.admissionSessionId}
        and (${admissionProgramme.specializationId} = ${registration.specializationId}
          or ${admissionProgramme.specializationId} in (select ${applicationChoice.specializationId} from ${applicationChoice} where ${applicationChoice.registrationId} = ${registration.id})))`,
    last_actor: expr<
      string | null
    >`(select ${change.actor_id} from ${change} where ${change.resource} = ${registrations.name} and ${change.record_id} = ${registration.id}
      and ${change.action} = any(${transitionNames}) order by ${change.version} desc limit 1)`,
    related: expr<readonly RelatedApplication[] | null>`(select jsonb_agg(to_jsonb(k)) from (
          select ${otherRegistration.id}, ${otherRegistration.referenceCode} as reference, ${otherRegistration.status}, true as "isSamePerson"
            from ${otherRegistration} where ${otherRegistration.cnpBidx} = ${registration.cnpBidx} and ${otherRegistration.id} <> ${registration.id}
          union all
          select ${otherRegistration.id}, ${otherRegistration.referenceCode}, ${otherRegistration.status}, true
            from ${otherRegistration} where ${otherRegistration.foreignIdNumberBidx} = ${registration.foreignIdNumberBidx} and ${otherRegistration.id} <> ${registration.id}
          union all
          select ${otherRegistration.id}, ${otherRegistration.referenceCode}, ${otherRegistration.status}, false from ${otherRegistration}
            where ${otherRegistration.admissionSessionId} = ${registration.admissionSessionId} and lower(${otherRegistration.personalEmail}) = lower(${registration.personalEmail})
            and ${otherRegistration.id} <> ${registration.id}
              and coalesce(${otherRegistration.cnpBidx}, ${otherRegistration.foreignIdNumberBidx}) is distinct from coalesce(${registration.cnpBidx}, ${registration.foreignIdNumberBidx})
          limit ${raw(maxRelated)}) k)`,
  })}
     from ${registration} left join ${user} on ${user.id} = ${registration.assignedToId} left join ${specialization} on ${specialization.id} = ${registration.specializationId} where ${registration.id} = ${record.id}`
