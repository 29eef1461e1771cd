/** The specification's single call for all transitions. It names the wanted status; the transition follows from the current one. */
import type { RegistrationStatus } from '#model/admission/wire.ts'
import { check } from '#model/validation.ts'
import { endOfDay, isRealDate, today } from '#model/values/dates.ts'
import { AppError, invalidInput } from '#model/wire/errors.ts'
import type { WireRecord } from '#model/wire/wire.ts'
import { statusUpdate, stepTexts } from '#resources/calls/status-update.ts'
import { registrations } from '#resources/registrations.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Context } from '#server/engine/context.ts'
import { authorize, type Permit, seeingAll } from '#server/engine/policy/permit.ts'
import { recordsOf } from '#server/engine/records/store.ts'
import { change } from '#server/engine/sql/tables.ts'
import { run, sql, table } from '#server/engine/sql/typed.ts'
import { addEvent } from '#server/university/admission/events.ts'
import { actorOf } from './steps.ts'
import { isStep, statusIn, stepNames } from './steps-names.ts'
import { changesIn } from './steps-sets.ts'

const h = table(change, 'h')

/** The validated body. */
interface Wanted {
  readonly id: string
  /** Null: the body names no status. */
  readonly status: RegistrationStatus | null
  readonly version: number | undefined
  /** Values that are not null, by name. */
  readonly input: { readonly [name: string]: unknown }
}

function readBody(body: unknown, ifMatch: number | undefined): Wanted {
  const result = check(statusUpdate, body)
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
  const updateDueAt = dueAt ? endOfDay(isRealDate(dueAt) ? dueAt : today(new Date(dueAt))).toISOString() : null
  const input = Object.fromEntries(Object.entries({ ...rest, updateDueAt }).filter(([, value]) => value !== null && value !== undefined))
  const named = to ?? (Object.hasOwn(input, 'requestedChanges') ? 'update_requested' : null)
  if (named === null && !Object.keys(input).some(isStepText)) throw invalidInput({ status: [{ code: 'required' }] })
  return { id, status: named, version: version ?? ifMatch, input }
}

const isStepText = (name: string) => Object.hasOwn(stepTexts, name)

/**
 * Makes the transition from the current status to the wanted one and returns the record. A repeated call returns the record too.
 * Throws `step.refused` with the allowed statuses, `record.stale` with the record, and what the transition throws.
 */
export async function updateStatus(context: Context, caller: Caller, body: unknown, ifMatch?: number): Promise<WireRecord> {
  const wanted = readBody(body, ifMatch)
  const permit = authorize(caller, registrations, 'update')
  const reading = authorize(caller, registrations, 'read')
  const records = recordsOf(context)
  const record = await records.find(reading, wanted.id)
  if (await isRepeated(context, caller, wanted, record)) return record
  if (wanted.version !== undefined && wanted.version !== record.version) throw new AppError('record.stale', { current: record })
  const action = record._can.find((name) => toOf(name) === wanted.status)
  if (!action && isNote(wanted, record)) return await storeWords(context, permit, wanted)
  if (!action) throw refusal(record._can)
  try {
    return await records.act(permit, { id: wanted.id, action, body: stepBody(action, wanted) })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const isRace = error.code === 'step.refused' || error.code === 'record.stale'
    if (isRace) {
      // A concurrent call was faster. It may be a repetition of this one.
      const current = await records.find(reading, wanted.id)
      if (await isRepeated(context, caller, wanted, current)) return current
    }
    if (error.code === 'step.refused') throw refusal(error.details.allowed ?? [])
    const { updateDueAt, ...fields } = error.details.fields ?? {}
    throw updateDueAt ? invalidInput({ ...fields, dueAt: updateDueAt }) : error
  }
}

/** Whether the call only adds texts and makes no transition. */
const isNote = ({ status: to, input }: Wanted, record: WireRecord) =>
  (to === null || to === statusIn(record)) && Object.keys(input).length > 0 && Object.keys(input).every(isStepText)

/** Stores texts in the application and adds them to the timeline as a note. Throws `access.denied` and `record.stale`. */
const storeWords = (context: Context, permit: Permit, { id, version, input }: Wanted): Promise<WireRecord> =>
  recordsOf(context).change(seeingAll(permit), {
    id,
    version,
    action: 'note',
    values: () => input,
    async also(queries, { at }) {
      const note = [input.issue, input.issueExplanation, input.suggestion].filter(Boolean).join('\n')
      await addEvent(queries, { registrationId: id, type: 'noteAdded', by: actorOf(permit), at: new Date(at), note })
    },
  })

const toOf = (step: string) => registrations.workflow?.transitions[step]?.to

const refusal = (steps: readonly string[]) =>
  new AppError('step.refused', { allowed: [...new Set(steps.flatMap((name) => (isStep(name) ? (toOf(name) ?? []) : [])))] })

/** Returns the input of the transition. Throws `input.invalid` for input of another transition. */
function stepBody(step: string, { input, version }: Wanted) {
  const declared: readonly string[] = registrations.workflow?.transitions[step]?.input ?? []
  const known = [...declared, ...Object.keys(stepTexts), ...(step === 'requestUpdate' ? ['requestedChanges'] : [])]
  const foreign = Object.keys(input).filter((name) => !known.includes(name))
  if (foreign.length > 0)
    throw invalidInput(
      Object.fromEntries(foreign.map((name) => [name === 'updateDueAt' ? 'dueAt' : name, [{ code: 'field.notApplicable' }]])),
    )
  return { ...input, ...(version !== undefined && { version }) }
}

/**
 * Whether the record already is as the call wants it. If the call names an older version, the next one must be the caller's own
 * transition. Otherwise another user changed the record, and the caller must see that first.
 */
async function isRepeated({ database }: Context, caller: Caller, wanted: Wanted, record: WireRecord): Promise<boolean> {
  if ((wanted.status ?? statusIn(record)) !== statusIn(record) || !holds(record, wanted)) return false
  if (wanted.version === undefined || wanted.version === record.version) return true
  const own = await run(
    database,
    sql`select 1 from ${h} where ${h.resource} = ${registrations.name} and ${h.record_id} = ${wanted.id}
     and ${h.version} = ${wanted.version + 1} and ${h.actor_id} = ${caller.id} and ${h.action} = any(${stepNames}) limit 1`,
  )
  return own.length > 0
}

function holds(record: WireRecord, { status: to, input }: Wanted): boolean {
  const stored = {
    ...record,
    requestedChanges: changesIn(record).map(({ field, message }) => ({ field, message })),
  } as { readonly [name: string]: unknown }
  return Object.entries(input).every(([name, value]) => {
    // The note about an answer is stored only in the timeline.
    if (to === 'in_progress' && name === 'issueExplanation') return true
    if (name !== 'requestedChanges') return stored[name] === value
    return JSON.stringify(sorted(value)) === JSON.stringify(sorted(stored[name]))
  })
}

/** The requested changes in a form that can be compared. */
const sorted = (asked: unknown) =>
  // `askedChanges` has validated the one, and the other is stored.
  (asked as readonly { field: string; message?: string | null }[])
    .map(({ field, message }) => [field, message ?? null])
    .sort(([a], [b]) => String(a).localeCompare(String(b)))
