/** States that are stored in `placeState` of an application; any other is stored as `none`. */
export const placeStates = [
  'ready',
  'placeOffered',
  'placeMovedUp',
  'placeNowFeePaying',
  'placeMovedDown',
  'placeRetracted',
  'waiting',
  'notRanked',
  'confirmed',
  'floating',
  'movedUp',
  'movedUpToPay',
  'placeLost',
  'notAdmitted',
  'accepted',
  'declined',
  'withdrawn',
  'enrolled',
] as const
export type PlaceState = (typeof placeStates)[number] | 'none'

/**
 * States of an application as people read them; see `application-state.ts`. Those before a result or
 * a decision come first.
 */
export const applicationStates = [
  'received',
  'underReview',
  'changesRequested',
  'changesReceived',
  'feeDue',
  ...placeStates,
  /** For readers who know only the CNP: there are results, and perhaps something to do. */
  'resultsOut',
  'resultsOutAct',
] as const
export type ApplicationStateName = (typeof applicationStates)[number]

/** Whether an application in this state has neither a result nor a decision. */
export const isUndecided = (state: ApplicationStateName): boolean =>
  applicationStates.indexOf(state) <= applicationStates.indexOf('ready')

/** States in which the applicant has to confirm a place or to pay for it. */
export const statesToConfirm = [
  'placeOffered',
  'placeMovedUp',
  'placeNowFeePaying',
  'placeMovedDown',
  'movedUpToPay',
] as const satisfies readonly PlaceState[]
