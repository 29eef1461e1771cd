/** History of an application: its versions with their changes, and its timeline. */

import { asAnyResource } from '@matricola/schema/registry.ts'
import { storedEntries } from '@matricola/schema/resource-fields.ts'
import { historyValue } from '@matricola/server/sql/storage.ts'
import type { RegistrationEventType, RegistrationStatus } from '#resources/admission/wire.ts'
import { registrations } from '#resources/registrations.ts'
import type { DemoRow, DemoTools } from './rows.ts'

/** Author of an event: a member of staff, the applicant or the system. */
export type DemoActor =
  | { readonly id: string; readonly name: string; readonly role: 'admin' | 'secretary' }
  | 'applicant'
  | 'system'

export interface HistoryEntry {
  readonly at: number
  readonly by: DemoActor
  /** Name in the history: a transition, or `update`; absent if no field changes. */
  readonly action?: string
  readonly set?: Partial<DemoRow<'registrations'>>
  /** Event in the timeline. If absent, only the history shows the change. */
  readonly event?: RegistrationEventType
  readonly note?: string
  readonly payload?: { readonly [name: string]: unknown }
  /** Time from which the applicant sees the event. Absent if the applicant never sees it. */
  readonly visibleFrom?: number
}

/** A row of the table of changes. */
export interface DemoChange {
  readonly id: string
  readonly record_id: string
  readonly version: number
  readonly action: string
  readonly actor_id: string | null
  readonly actor_name: string
  readonly actor_role: string | null
  readonly at: string
  readonly before: object | null
  readonly after: object
}

/** A row of the table of timeline events. */
export interface DemoEvent {
  readonly id: string
  readonly registration_id: string
  readonly type: RegistrationEventType
  readonly from_status: RegistrationStatus | null
  readonly to_status: RegistrationStatus | null
  readonly actor_kind: 'applicant' | 'staff' | 'system'
  readonly actor_id: string | null
  readonly actor_name: string
  readonly at: string
  readonly visible_from: string | null
  readonly note: string | null
  readonly payload: object
}

export interface DemoHistory {
  readonly changes: readonly DemoChange[]
  readonly events: readonly DemoEvent[]
}

interface ApplicationWithHistory extends DemoHistory {
  readonly row: DemoRow<'registrations'>
}

const resource = asAnyResource(registrations)
type Values = { readonly [field: string]: unknown }

/**
 * Applies steps to an application in order. Returns the final record with its changes and events.
 */
export function buildHistory(
  first: DemoRow<'registrations'>,
  steps: readonly HistoryEntry[],
  tools: DemoTools,
): ApplicationWithHistory {
  const changes: DemoChange[] = [
    changeOf(
      first,
      { version: 1, action: 'create', by: 'applicant', at: Date.parse(first.createdAt) },
      null,
      withDefaults(first),
      tools,
    ),
  ]
  const events: DemoEvent[] = []
  let row: DemoRow<'registrations'> = { ...first, version: 1, updatedAt: first.createdAt }
  for (const step of [submission(first), ...steps]) {
    const from = row.status
    if (step.set && step.action) {
      const version = (row.version ?? 1) + 1
      const before = Object.fromEntries(
        Object.keys(step.set).map((name) => [name, (row as Values)[name] ?? null]),
      )
      changes.push(
        changeOf(
          row,
          { version, action: step.action, by: step.by, at: step.at },
          before,
          step.set,
          tools,
        ),
      )
      row = { ...row, ...step.set, version, updatedAt: new Date(step.at).toISOString() }
    }
    const { event } = step
    if (event)
      events.push(
        eventOf(
          row,
          { ...step, event },
          from === row.status && event !== 'submitted' ? null : (from ?? null),
          tools,
        ),
      )
  }
  return { row, changes, events }
}

const submission = (first: DemoRow<'registrations'>): HistoryEntry => ({
  at: Date.parse(first.createdAt),
  by: 'applicant',
  event: 'submitted',
  visibleFrom: Date.parse(first.createdAt),
})

function withDefaults(row: DemoRow<'registrations'>): Values {
  const fieldValues: Values = row
  const values = storedEntries(resource).map(([name, { options }]) => [
    name,
    fieldValues[name] ?? ('default' in options ? options.default : null),
  ])
  return Object.fromEntries(values.filter(([, value]) => (value ?? null) !== null))
}

interface Write {
  readonly version: number
  readonly action: string
  readonly by: DemoActor
  readonly at: number
}

function changeOf(
  { id }: { id: string },
  { version, action, by, at }: Write,
  before: Values | null,
  after: Values,
  tools: DemoTools,
): DemoChange {
  return {
    id: tools.random.id(at),
    record_id: id,
    version,
    action,
    actor_id: typeof by === 'string' ? null : by.id,
    // In the history, changes by the system have their reason as the actor.
    actor_name: by === 'applicant' ? 'applicant' : by === 'system' ? 'admission' : by.name,
    actor_role: typeof by === 'string' ? null : by.role,
    at: new Date(at).toISOString(),
    before: before && toHistoryValues(before),
    after: toHistoryValues(after),
  }
}

const toHistoryValues = (values: Values) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, historyValue(resource, name, value)]),
  )

function eventOf(
  row: DemoRow<'registrations'>,
  step: HistoryEntry & Required<Pick<HistoryEntry, 'event'>>,
  from: RegistrationStatus | null,
  { random }: DemoTools,
): DemoEvent {
  const { by, at, event: type } = step
  const isSubmission = type === 'submitted'
  return {
    id: random.id(at),
    registration_id: row.id,
    type,
    from_status: isSubmission ? null : from,
    to_status: isSubmission ? 'submitted' : from ? (row.status ?? null) : null,
    actor_kind: typeof by === 'string' ? by : 'staff',
    actor_id: typeof by === 'string' ? null : by.id,
    actor_name: typeof by === 'string' ? '' : by.name,
    at: new Date(at).toISOString(),
    visible_from: step.visibleFrom === undefined ? null : new Date(step.visibleFrom).toISOString(),
    note: step.note ?? null,
    payload: step.payload ?? {},
  }
}
