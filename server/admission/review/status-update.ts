/**
 * The specification's single call for all transitions. It names the wanted status; the transition
 * follows from the current one.
 */

import { validateInput } from '@matricola/schema/validation.ts'
import { endOfDay, isRealDate, today } from '@matricola/schema/values/dates.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import { authorize, type Permit, permitForAllRows } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { changeTable } from '@matricola/server/sql/tables.ts'
import { runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import type { RegistrationStatus } from '#resources/admission/wire.ts'
import { statusUpdateSchema, transitionTexts } from '#resources/calls/status-update.ts'
import { registrations } from '#resources/registrations.ts'
import { addTimelineEvent, timelineActorOf } from '#server/admission/timeline-events.ts'
import { isTransition, requestedChangesOf, statusOf, transitionNames } from './transition-values.ts'

const change = table(changeTable)

/** The validated body. */
interface StatusUpdate {
  readonly id: string
  /** Null: the body names no status. */
  readonly status: RegistrationStatus | null
  readonly version: number | undefined
  /** Values that are not null, by name. */
  readonly input: { readonly [name: string]: unknown }
}

function readBody(body: unknown, ifMatch: number | undefined): StatusUpdate {
  const result = validateInput(statusUpdateSchema, body)
  if (!result.ok) throw invalidInput(result.fields)
  const {
    id,
    status: to,
    version,
    dueAt,
    ...rest
  } = result.value as { id: string; status?: RegistrationStatus | null } & {
    version?: number
    dueAt?: string | null
    [name: string]: unknown
  }
  const updateDueAt = dueAt
    ? endOfDay(isRealDate(dueAt) ? dueAt : today(new Date(dueAt))).toISOString()
    : null
  const input = Object.fromEntries(
    Object.entries({ ...rest, updateDueAt }).filter(
      ([, value]) => value !== null && value !== undefined,
    ),
  )
  const targetStatus = to ?? (Object.hasOwn(input, 'requestedChanges') ? 'update_requested' : null)
  if (targetStatus === null && !Object.keys(input).some(isTransitionText))
    throw invalidInput({ status: [{ code: 'required' }] })
  return { id, status: targetStatus, version: version ?? ifMatch, input }
}

const isTransitionText = (name: string) => Object.hasOwn(transitionTexts, name)

/**
 * Makes the transition from the current status to the wanted one and returns the record. A repeated
 * call returns the record too. Throws `transition.refused` with the allowed statuses,
 * `record.stale` with the record, and the errors of the transition.
 */
export async function updateStatus(
  context: Context,
  caller: Caller,
  body: unknown,
  ifMatch?: number,
): Promise<WireRecord> {
  const request = readBody(body, ifMatch)
  const permit = authorize(caller, registrations, 'update')
  const readPermit = authorize(caller, registrations, 'read')
  const records = recordsOf(context)
  const record = await records.get(readPermit, request.id)
  if (await isRepeated(context, caller, request, record)) return record
  if (request.version !== undefined && request.version !== record.version)
    throw new AppError('record.stale', { current: record })
  const action = record._can.find((name) => targetStatusOf(name) === request.status)
  if (!action && isNote(request, record)) return await storeTexts(context, permit, request)
  if (!action) throw refusal(record._can)
  try {
    return await records.act(permit, {
      id: request.id,
      action,
      body: transitionBody(action, request),
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const isRace = error.code === 'transition.refused' || error.code === 'record.stale'
    if (isRace) {
      // A concurrent call was faster. It may be a repetition of this one.
      const current = await records.get(readPermit, request.id)
      if (await isRepeated(context, caller, request, current)) return current
    }
    if (error.code === 'transition.refused') throw refusal(error.details.allowed ?? [])
    const { updateDueAt, ...fields } = error.details.fields ?? {}
    throw updateDueAt ? invalidInput({ ...fields, dueAt: updateDueAt }) : error
  }
}

/** Whether the call only adds texts and makes no transition. */
const isNote = ({ status: to, input }: StatusUpdate, record: WireRecord) =>
  (to === null || to === statusOf(record)) &&
  Object.keys(input).length > 0 &&
  Object.keys(input).every(isTransitionText)

/**
 * Stores texts in the application and adds them to the timeline as a note. Throws `access.denied`
 * and `record.stale`.
 */
const storeTexts = (
  context: Context,
  permit: Permit,
  { id, version, input }: StatusUpdate,
): Promise<WireRecord> =>
  recordsOf(context).applyInternalChange(permitForAllRows(permit), {
    id,
    version,
    action: 'note',
    values: () => input,
    async afterwards(queries, { at }) {
      const note = [input.issue, input.issueExplanation, input.suggestion]
        .filter(Boolean)
        .join('\n')
      await addTimelineEvent(queries, {
        registrationId: id,
        type: 'noteAdded',
        by: timelineActorOf(permit),
        at: new Date(at),
        note,
      })
    },
  })

const targetStatusOf = (step: string) => registrations.workflow?.transitions[step]?.to

const refusal = (steps: readonly string[]) =>
  new AppError('transition.refused', {
    allowed: [
      ...new Set(steps.flatMap((name) => (isTransition(name) ? (targetStatusOf(name) ?? []) : []))),
    ],
  })

/** Returns the input of the transition. Throws `input.invalid` for input of another transition. */
function transitionBody(step: string, { input, version }: StatusUpdate) {
  const declared: readonly string[] = registrations.workflow?.transitions[step]?.input ?? []
  const allowed = [
    ...declared,
    ...Object.keys(transitionTexts),
    ...(step === 'requestUpdate' ? ['requestedChanges'] : []),
  ]
  const inapplicable = Object.keys(input).filter((name) => !allowed.includes(name))
  if (inapplicable.length > 0)
    throw invalidInput(
      Object.fromEntries(
        inapplicable.map((name) => [
          name === 'updateDueAt' ? 'dueAt' : name,
          [{ code: 'field.notApplicable' }],
        ]),
      ),
    )
  return { ...input, ...(version !== undefined && { version }) }
}

/**
 * Whether the call repeats a transition that has been made. If the call names an older version, the
 * caller must have made the next one. Otherwise another user has changed the record, and the caller
 * must see that change first.
 */
async function isRepeated(
  { database }: Context,
  caller: Caller,
  request: StatusUpdate,
  record: WireRecord,
): Promise<boolean> {
  if (
    (request.status ?? statusOf(record)) !== statusOf(record) ||
    !isAlreadyApplied(record, request)
  )
    return false
  if (request.version === undefined || request.version === record.version) return true
  const ownTransition = await runStatement(
    database,
    sql`select 1 from ${change} where ${change.resource} = ${registrations.name} and ${change.record_id} = ${request.id}
     and ${change.version} = ${request.version + 1} and ${change.actor_id} = ${caller.id} and ${change.action} = any(${transitionNames}) limit 1`,
  )
  return ownTransition.length > 0
}

function isAlreadyApplied(record: WireRecord, { status: to, input }: StatusUpdate): boolean {
  const stored = {
    ...record,
    requestedChanges: requestedChangesOf(record).map(({ field, message }) => ({ field, message })),
  } as { readonly [name: string]: unknown }
  return Object.entries(input).every(([name, value]) => {
    // The note about an answer is stored only in the timeline.
    if (to === 'in_progress' && name === 'issueExplanation') return true
    if (name !== 'requestedChanges') return stored[name] === value
    return JSON.stringify(sortChanges(value)) === JSON.stringify(sortChanges(stored[name]))
  })
}

/** Converts requested changes to a form that can be compared. */
const sortChanges = (changes: unknown) =>
  // Safe: `requestedChangesSchema` validates the changes of the call, and stored ones were
  // validated by it.
  (changes as readonly { field: string; message?: string | null }[])
    .map(({ field, message }) => [field, message ?? null])
    .sort(([a], [b]) => String(a).localeCompare(String(b)))
