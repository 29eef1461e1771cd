/** Generates the events of an application from submission to its current state. */

import { today } from '@matricola/schema/values/dates.ts'
import type { RequestedChange } from '#resources/admission/wire.ts'
import { untilReleased } from '#server/admission/timeline-events.ts'
import {
  type ChangeRequestTexts,
  changeRequestTexts,
  demoDeclineReasons,
  reasonsToKeepValue,
  staffNotes,
} from './admission-texts.ts'
import type { DemoActor, HistoryEntry } from './application-history.ts'
import { mobileNumber, randomDigits, streetAddress } from './people.ts'
import type { DemoRow, DemoTools } from './rows.ts'

/** Final state of an application. Some share a status and differ in other fields. */
export type ApplicationOutcome =
  | 'submitted'
  | 'under_review'
  | 'update_requested'
  | 'in_progress'
  | 'accepted'
  | 'declined'
  | 'withdrawn'
  | 'enrolled'

export interface ApplicationPlan {
  readonly submitted: DemoRow<'registrations'>
  readonly outcome: ApplicationOutcome
  /** Time of the last possible event. */
  readonly until: number
  readonly staff: readonly Exclude<DemoActor, string>[]
  /** Time of the decision, if given; otherwise some days after submission. */
  readonly decidedAt?: number
  /** Whether the decision has not been released to the applicant yet. */
  readonly isHeld?: boolean
  readonly studentId?: string
}

type Staff = ApplicationPlan['staff'][number]
const minute = 60_000
const day = 86_400_000
const holdMs = 2 * minute

export function makeHistoryEntries(plan: ApplicationPlan, tools: DemoTools): HistoryEntry[] {
  const { random } = tools
  const { outcome, until, staff } = plan
  const sentAt = Date.parse(plan.submitted.createdAt)
  if (outcome === 'submitted') return []
  const by = random.pick(staff)
  // Chooses a time between two others, during office hours if possible.
  const randomTime = (from: number, to: number) =>
    inOfficeHours(from + random.fraction() * (to - from), from, to)
  const latest = (days: number) =>
    randomTime(Math.min(until, Math.max(sentAt + 5 * minute, until - days * day)), until)
  if (outcome === 'withdrawn')
    return [withdrawal(randomTime(sentAt + minute, Math.min(until, sentAt + 9 * day)))]
  if (outcome === 'under_review') return underReview(latest(3), by, plan, tools)
  if (outcome === 'update_requested') {
    const requestedAt = latest(8)
    return [
      startReview(randomTime(sentAt, requestedAt), by),
      ...makeChangeRequest(requestedAt, by, plan, tools).steps,
    ]
  }
  if (outcome === 'in_progress') {
    const answeredAt = latest(2.5)
    const requestedAt = randomTime(Math.max(sentAt, answeredAt - 4 * day), answeredAt)
    const { steps, answer } = makeChangeRequest(
      requestedAt,
      by,
      { ...plan, until: answeredAt },
      tools,
    )
    return [startReview(randomTime(sentAt, requestedAt), by), ...steps, answer(answeredAt)]
  }
  const decidedAt =
    plan.decidedAt ??
    randomTime(
      Math.min(sentAt + 3 * 3_600_000, until),
      Math.min(until, sentAt + random.between(3, 13) * day),
    )
  const startedAt = randomTime(sentAt, sentAt + (decidedAt - sentAt) * 0.7)
  const changeRequest =
    random.fraction() < 0.22 ? makeAnsweredChangeRequest(startedAt, decidedAt, by, plan, tools) : []
  const decided =
    outcome === 'declined' ? decline(decidedAt, by, plan, tools) : accept(decidedAt, by, plan)
  const enrolled =
    outcome === 'enrolled' && plan.studentId
      ? [
          enrol(
            randomTime(decidedAt + holdMs, Math.min(until, decidedAt + 9 * day)),
            random.pick(staff),
            plan.studentId,
          ),
        ]
      : []
  return [startReview(startedAt, by), ...changeRequest, decided, ...enrolled]
}

/**
 * Moves a time into office hours (about 8 to 17) of the same day, unless it would leave the given
 * interval.
 */
function inOfficeHours(at: number, from: number, to: number): number {
  const midnight = Math.floor(at / day) * day
  const officeTime = midnight + 6 * 3_600_000 + (at - midnight) * (9 / 24)
  return Math.floor(officeTime > from && officeTime < to ? officeTime : at)
}

const startReview = (at: number, by: Staff): HistoryEntry => ({
  at,
  by,
  action: 'startReview',
  set: {
    status: 'under_review',
    assignedToId: by.id,
    assignedAt: instant(at),
    notifiedStatus: null,
    notifyAt: null,
  },
  event: 'reviewStarted',
  visibleFrom: at,
})

function underReview(
  at: number,
  by: Staff,
  { submitted: first, until }: ApplicationPlan,
  { random }: DemoTools,
): HistoryEntry[] {
  const steps = [startReview(at, by)]
  if (random.fraction() < 0.3) {
    const checkedAt = at + random.fraction() * (until - at)
    const mark = { mark: 'verified', reason: null, by: by.name, at: instant(checkedAt) } as const
    const set = { documentMarks: { ...first.documentMarks, fileIdCard: mark } }
    steps.push({
      at: checkedAt,
      by,
      action: 'markDocument',
      set,
      event: 'documentVerified',
      payload: { document: 'fileIdCard' },
    })
  }
  if (random.fraction() < 0.25)
    steps.push({
      at: at + random.fraction() * (until - at),
      by,
      event: 'noteAdded',
      note: random.pick(staffNotes),
    })
  return steps.sort((a, b) => a.at - b.at)
}

/** A change request with reminders, and the answer that may follow. */
function makeChangeRequest(
  at: number,
  by: Staff,
  { submitted: first, until }: ApplicationPlan,
  tools: DemoTools,
) {
  const texts = tools.random.pick(changeRequestTexts)
  const dueAt = Math.floor((at + 6 * day) / day) * day - 3 * 3_600_000 - 1
  const requestedChanges = changesOf(texts, first)
  const { issue, issueExplanation, suggestion } = texts
  const steps: HistoryEntry[] = [
    {
      at,
      by,
      action: 'requestUpdate',
      set: {
        status: 'update_requested',
        ...{ issue, issueExplanation, suggestion, requestedChanges: requestedChanges },
        updateDueAt: instant(dueAt),
        ...notificationHold('under_review', at),
      },
      event: 'updateRequested',
      note: issueExplanation,
      payload: { fields: texts.fields.map(([field]) => field), dueAt: instant(dueAt) },
      visibleFrom: at + holdMs,
    },
  ]
  const reminderAt = dueAt - 2 * day
  if (reminderAt < until)
    steps.push({
      at: reminderAt,
      by: 'system',
      action: 'update',
      set: { remindedAt: instant(reminderAt) },
      event: 'reminderSent',
    })
  if (dueAt + minute < until)
    steps.push({
      at: dueAt + minute,
      by: 'system',
      action: 'update',
      set: { overdueAt: instant(dueAt + minute) },
      event: 'updateOverdue',
    })
  const answer = (answeredAt: number): HistoryEntry => ({
    at: answeredAt,
    by: 'applicant',
    action: 'answer',
    set: {
      status: 'in_progress',
      ...noDeadline,
      ...{ notifiedStatus: null, notifyAt: null },
      requestedChanges: requestedChanges.map((one) => ({
        ...one,
        answeredAt: instant(answeredAt),
        keptReason: reasonsToKeepValue[one.field] ?? null,
      })),
      ...newValues(texts, tools),
    },
    event: 'updateReceived',
    payload: { fields: texts.fields.map(([field]) => field) },
    visibleFrom: answeredAt,
  })
  return { steps, answer }
}

function changesOf(
  { fields }: ChangeRequestTexts,
  first: DemoRow<'registrations'>,
): RequestedChange[] {
  const values: { readonly [field: string]: unknown } = first
  return fields.map(([field, message]) => {
    const value = values[field]
    return {
      field,
      message,
      oldValue: typeof value === 'string' ? value : null,
      answeredAt: null,
      keptReason: null,
    }
  })
}

function newValues(
  { fields }: ChangeRequestTexts,
  { random }: DemoTools,
): Partial<DemoRow<'registrations'>> {
  const names = fields.map(([field]) => field)
  return {
    ...(names.includes('phone') && { phone: mobileNumber(random) }),
    ...(names.includes('address') && {
      address: streetAddress(random),
      postalCode: `40${randomDigits(random, 4)}`,
    }),
  }
}

/** A change request that was answered between the start of the review and the decision. */
function makeAnsweredChangeRequest(
  startedAt: number,
  decidedAt: number,
  by: Staff,
  plan: ApplicationPlan,
  tools: DemoTools,
): HistoryEntry[] {
  const at = (share: number) => startedAt + (decidedAt - startedAt) * share
  const { steps, answer } = makeChangeRequest(at(0.2), by, { ...plan, until: at(0.7) }, tools)
  const secondReview = startReview(at(0.9), by)
  return [...steps, answer(at(0.7)), secondReview].sort((a, b) => a.at - b.at)
}

/** Cleared by an answer or a decision, because no deadline applies any more. */
const noDeadline = { updateDueAt: null, remindedAt: null, overdueAt: null } as const

/** The status that the applicant knows, and the time until which the new one is withheld. */
const notificationHold = (
  notifiedStatus: DemoRow<'registrations'>['notifiedStatus'],
  at: number,
  isHeld = false,
): Partial<DemoRow<'registrations'>> => ({
  notifiedStatus,
  notifyAt: isHeld ? untilReleased.toISOString() : instant(at + holdMs),
})

const decision = (at: number, isHeld?: boolean) => ({
  decidedAt: instant(at),
  decidedOn: today(new Date(at)),
  ...noDeadline,
  ...notificationHold('under_review', at, isHeld),
})

const accept = (at: number, by: Staff, { isHeld }: ApplicationPlan): HistoryEntry => ({
  at,
  by,
  action: 'accept',
  set: {
    status: 'accepted',
    issue: null,
    issueExplanation: null,
    suggestion: null,
    ...decision(at, isHeld),
  },
  event: 'accepted',
  visibleFrom: isHeld ? untilReleased.getTime() : at + holdMs,
})

function decline(
  at: number,
  by: Staff,
  { isHeld }: ApplicationPlan,
  { random }: DemoTools,
): HistoryEntry {
  const share = random.fraction()
  const [, reasonCode, issueExplanation] =
    demoDeclineReasons.find(([limit]) => share < limit) ?? demoDeclineReasons[0]
  return {
    at,
    by,
    action: 'decline',
    set: {
      status: 'declined',
      reasonCode,
      issueExplanation,
      issue: null,
      suggestion: null,
      ...decision(at, isHeld),
    },
    event: 'declined',
    note: issueExplanation,
    payload: { reasonCode },
    visibleFrom: isHeld ? untilReleased.getTime() : at + holdMs,
  }
}

const withdrawal = (at: number): HistoryEntry => ({
  at,
  by: 'applicant',
  action: 'withdraw',
  set: {
    status: 'declined',
    reasonCode: 'withdrawn',
    decidedAt: instant(at),
    decidedOn: today(new Date(at)),
  },
  event: 'withdrawn',
  visibleFrom: at,
})

const enrol = (at: number, by: Staff, studentId: string): HistoryEntry => ({
  at,
  by,
  action: 'enrol',
  set: { enrolledAt: instant(at), studentId },
  event: 'enrolled',
  visibleFrom: at,
})

const instant = (at: number) => new Date(at).toISOString()
