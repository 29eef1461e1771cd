/**
 * The form's steps in the URL, such as `?step=contact`. Without a step, the start page is shown.
 */

import { addressParam, loadedParam } from '@matricola/console/public/address.ts'
import { useSyncExternalStore } from 'react'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import { applyPath } from '#resources/paths.ts'

/** `questions`: those of a form that the office arranged. Without such a form there is no step. */
export const applicationSteps = [
  'identity',
  'contact',
  'programme',
  'questions',
  'documents',
  'check',
] as const
export type ApplicationStep = (typeof applicationSteps)[number]
/**
 * `later` saves the draft for another device, and `resume` opens it there. `lostcode` asks for a
 * new access code, and `newcode` shows it.
 */
export type ApplyView =
  | 'start'
  | ApplicationStep
  | 'later'
  | 'resume'
  | 'lostcode'
  | 'newcode'
  | 'sent'
const viewsWithAddress: readonly ApplyView[] = [
  ...applicationSteps,
  'later',
  'resume',
  'lostcode',
  'newcode',
  'sent',
]

interface FirstChoice {
  readonly specializationId: string
}

/** The form for the degree of the first choice; undefined if there is none. */
export const findForm = (
  { specializationId }: FirstChoice,
  { forms, specializations }: WireIntake,
) =>
  forms?.find(
    ({ degree }) => degree === specializations.find(({ id }) => id === specializationId)?.cycle,
  )

/**
 * The steps of the application. Until a programme is chosen, there are questions only if there are
 * some for each degree, so that the line of steps of a prerendered page rarely changes.
 */
export const stepsOf = (
  values: FirstChoice,
  publicConfig: WireIntake,
): readonly ApplicationStep[] =>
  (values.specializationId === '' ? hasFormForEach(publicConfig) : findForm(values, publicConfig))
    ? applicationSteps
    : applicationSteps.filter((step) => step !== 'questions')

export const hasFormForEach = ({ forms, specializations }: WireIntake) =>
  forms !== undefined &&
  specializations.every(({ cycle }) => forms.some(({ degree }) => degree === cycle))

export const isApplicationStep = (view: ApplyView): view is ApplicationStep =>
  applicationSteps.some((step) => step === view)

/** Where a step was opened from, so that it can lead back. */
export interface StepNavigationState {
  /** The field to focus. */
  readonly field?: string
  /** Whether Continue leads back to the check page. */
  readonly fromCheck?: boolean
}

/** `fragment`: the part after `#`, which identifies a saved application. */
export const viewPath = (view: ApplyView, fragment = '') =>
  (view === 'start' ? applyPath : `${applyPath}?step=${view}`) + fragment

const listeners = new Set<() => void>()
let hasNavigatedBefore = false

function notifyListeners() {
  hasNavigatedBefore = true
  for (const listener of listeners) listener()
}

export function goTo(view: ApplyView, navigationState: StepNavigationState = {}, fragment = '') {
  window.history.pushState(navigationState, '', viewPath(view, fragment))
  notifyListeners()
}

/** Like `goTo`, but replaces the current history entry. */
export function replaceView(view: ApplyView) {
  window.history.replaceState({}, '', viewPath(view))
  notifyListeners()
}

/** Whether the user came here from another view, so that the focus has to move. */
export const hasNavigated = () => hasNavigatedBefore

/** The state that `goTo` stored in this history entry. Other entries have none. */
export const currentNavigationState = (): StepNavigationState =>
  (window.history.state ?? {}) as StepNavigationState

const viewOf = (requestedStep: string | null): ApplyView =>
  viewsWithAddress.find((view) => view === requestedStep) ?? 'start'

export const currentView = (): ApplyView => viewOf(addressParam('step'))

/** The view that the server has rendered. */
const prerenderedView = () => viewOf(loadedParam('step'))

export const useApplyView = (): ApplyView =>
  useSyncExternalStore(listen, currentView, prerenderedView)

function listen(listener: () => void) {
  if (listeners.size === 0) window.addEventListener('popstate', notifyListeners)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('popstate', notifyListeners)
  }
}
