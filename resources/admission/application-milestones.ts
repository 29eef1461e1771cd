/** The milestones of an application, from the submission to the enrolment. */
import { hidesOutcome, type Known, reviewDueOn } from './application-facts.ts'
import type { ApplicationStateName } from './application-states.ts'
import type { TranslatedName } from './translated-name.ts'
import type { WireMilestone } from './wire.ts'

export type MilestoneStep = WireMilestone['step']

interface StepDates {
  readonly step: MilestoneStep
  readonly round?: TranslatedName
  readonly at?: string | null
  readonly by?: string | null
}

export function milestonesOf(known: Known, state: ApplicationStateName): WireMilestone[] {
  const { status, submittedAt, dueAt, found, result, rounds } = known
  const { reviewedAt, request } = found
  const steps: readonly StepDates[] = [
    { step: 'sent', at: submittedAt },
    {
      step: 'review',
      at: reviewedAt,
      by: status === 'submitted' && !reviewedAt ? reviewDueOn(submittedAt) : null,
    },
    ...(request
      ? [
          { step: 'changesRequested', at: request.askedAt } as const,
          {
            step: 'changesSent',
            at: request.answeredAt,
            by: status === 'update_requested' ? dueAt : null,
          } as const,
        ]
      : []),
    ...(hidesOutcome(known)
      ? [{ step: 'results', at: result?.notifiedAt ?? null } as const]
      : rounds.length > 0 && status !== 'declined'
        ? roundSteps(known, state)
        : outcomeSteps(known)),
  ]
  const current = currentStep(known, state)
  const currentIndex =
    current === null
      ? steps.length
      : steps.findIndex(
          ({ step, round }) =>
            step === current.step && (step !== 'round' || round === current.round),
        )
  return (
    steps
      .map(({ step, round = null, at = null, by = null }, i) => {
        const state = i < currentIndex ? 'done' : i === currentIndex ? 'current' : 'ahead'
        return { step, round, state, at: state === 'ahead' ? null : at, by } as const
      })
      // Leaves out skipped steps: an application can be decided, or changes requested, without a
      // review.
      .filter(
        ({ state, step, at }) =>
          state !== 'done' || at !== null || step === status || step === 'withdrawn',
      )
  )
}

/** States in which the rounds ahead concern the applicant. */
const hasRoundsAhead: readonly ApplicationStateName[] = [
  ...(['received', 'underReview', 'changesRequested', 'changesReceived', 'feeDue'] as const),
  ...(['ready', 'waiting', 'placeRetracted', 'notRanked', 'floating'] as const),
]

/** The rounds, the confirmation after the round of the place, and the enrolment. */
function roundSteps(known: Known, state: ApplicationStateName): StepDates[] {
  const { rounds, place, moveFee, nextRound, found } = known
  const confirmedAt = confirmedSince(known)
  const hasPlace = place !== null || moveFee !== null || confirmedAt !== null
  const placeRound = hasPlace
    ? rounds.findLastIndex(
        ({ notifiedAt }) =>
          notifiedAt !== null && (confirmedAt === null || notifiedAt <= confirmedAt),
      )
    : -1
  const next = nextRound ? rounds.indexOf(nextRound) : rounds.length
  const steps = rounds.flatMap(({ name, notifiedAt, resultsOn }, i): StepDates[] =>
    notifiedAt === null && !(i >= next && hasRoundsAhead.includes(state))
      ? []
      : [
          {
            step: 'round',
            round: name,
            at: notifiedAt,
            by: notifiedAt === null ? resultsOn : null,
          },
          ...(i === placeRound ? [confirmationStep(known)] : []),
        ],
  )
  return [
    ...steps,
    ...(hasPlace && placeRound === -1 ? [confirmationStep(known)] : []),
    { step: 'enrolment', at: found.enrolledAt },
  ]
}

/** When the place was confirmed; null as long as a place that the applicant was moved to is unpaid. */
const confirmedSince = ({ confirmedAt, moveFee }: Known) => (moveFee === null ? confirmedAt : null)

const confirmationStep = (known: Known) =>
  ({
    step: 'confirmation',
    at: confirmedSince(known),
    by: known.place?.confirmBy ?? known.moveFee?.payBy ?? null,
  }) as const

/** The steps from the decision on, without rounds. */
function outcomeSteps(known: Known): StepDates[] {
  const { status, isWithdrawn, place, confirmedAt, found } = known
  switch (status) {
    case 'accepted':
      return [
        { step: 'accepted', at: found.decidedAt },
        ...(place !== null || confirmedAt !== null ? [confirmationStep(known)] : []),
        { step: 'enrolment', at: found.enrolledAt },
      ]
    case 'declined':
      return [{ step: isWithdrawn ? 'withdrawn' : 'declined', at: found.decidedAt }]
    default:
      return [{ step: 'decision' }]
  }
}

type CurrentStep = Pick<StepDates, 'step'> & { readonly round?: TranslatedName | undefined }

/** The current step; null if none is left. */
function currentStep(known: Known, state: ApplicationStateName): CurrentStep | null {
  const { status, place, moveFee, result, found, lastRound, nextRound, rounds } = known
  if (hidesOutcome(known)) return { step: 'results' }
  const decision = {
    step: rounds.length > 0 ? 'round' : 'decision',
    round: nextRound?.name,
  } as const
  switch (status) {
    case 'submitted':
    case 'under_review':
      if (result) return { ...decision, round: lastRound?.name }
      return found.request || state === 'ready' ? decision : { step: 'review' }
    case 'update_requested':
      return { step: 'changesSent' }
    case 'in_progress':
      return decision
    case 'accepted':
      if (found.enrolledAt) return null
      return place || moveFee
        ? { step: 'confirmation' }
        : state === 'floating'
          ? decision
          : { step: 'enrolment' }
    case 'declined':
      return null
  }
}
