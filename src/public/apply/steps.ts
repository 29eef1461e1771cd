/** The form's steps in the address: `?step=contact`. Without a step: the start page. */
import { useSyncExternalStore } from 'react'
import type { WireIntake } from '#model/admission/wire.ts'
import { applyPath } from '#model/paths.ts'
import { usualDocuments } from '#resources/application-documents.ts'
import { addressParam } from '../address.ts'
import { documentsAsked, gradesAsked, kindsAsked, questionsAsked } from './choices/choices.ts'
import type { Values } from './draft.ts'

export const steps = ['identity', 'contact', 'programme', 'documents', 'check'] as const
export type Step = (typeof steps)[number]
/** `later`: saves the application for another device; `resume`: opens it there. */
export type View = 'start' | Step | 'later' | 'resume' | 'sent'
const views: readonly View[] = [...steps, 'later', 'resume', 'sent']

export const isStep = (view: View): view is Step => steps.some((step) => step === view)

/** Everything that a step asks, in order: what is asked of people without a CNP differs, and where places go by merit. */
export function fieldsOf(step: Step, values: Values, intake: WireIntake): readonly string[] {
  switch (step) {
    case 'identity':
      return values.identityType === 'cnp'
        ? ['cnp', 'lastName', 'firstName', 'birthDate', 'sex', ...(isResident(values) ? ['citizenship'] : []), 'serialNumber']
        : ['identityType', 'foreignIdNumber', 'citizenship', 'lastName', 'firstName', 'birthDate', 'sex']
    case 'contact':
      return ['personalEmail', 'phone', 'country', 'city', 'address', 'postalCode']
    case 'programme':
      if (!intake.merit) return ['departmentProfileId', 'specializationId']
      return [
        'choices',
        ...(kindsAsked(values, intake).length > 0 ? ['placeKindId'] : []),
        ...gradesAsked(values, intake),
        ...questionsAsked(values, intake).map(({ name }) => name),
      ]
    case 'documents':
      return documentsOf(values, intake)
    case 'check':
      return ['noticeAck']
  }
}

/** Documents of everybody, and those that the chosen programmes ask for. */
export const documentsOf = (values: Values, intake: WireIntake): readonly string[] => [
  ...usualDocuments,
  ...documentsAsked(values, intake).map(({ name }) => name),
]

/** CNPs that begin with 7 or 8 belong to residents who are citizens of another country. */
export const isResident = (values: Values) => /^[78]/.test(values.cnp.trim())

/** Where a step was opened from, so that it can lead back there. */
export interface Passage {
  /** The field to stand at. */
  readonly field?: string
  /** Continue leads back to the check page. */
  readonly fromCheck?: boolean
}

export const addressOf = (view: View) => (view === 'start' ? applyPath : `${applyPath}?step=${view}`)

const listeners = new Set<() => void>()
let hasMoved = false

function tell() {
  hasMoved = true
  for (const listener of listeners) listener()
}

export function goTo(view: View, passage: Passage = {}) {
  window.history.pushState(passage, '', addressOf(view))
  tell()
}

/** As `goTo`, without a way back to the view that is left. */
export function replaceBy(view: View) {
  window.history.replaceState({}, '', addressOf(view))
  tell()
}

/** Tells whether the person came here from another view, so that the focus has to follow. */
export const hasComeFromElsewhere = () => hasMoved

/** The state that `goTo` left with this entry of the history; strangers' entries have none. */
export const currentPassage = (): Passage => (window.history.state ?? {}) as Passage

/** The view of the address. */
export const currentView = (): View => {
  const named = addressParam('step')
  return views.find((view) => view === named) ?? 'start'
}

export const useView = (): View => useSyncExternalStore(listen, currentView, currentView)

function listen(listener: () => void) {
  if (listeners.size === 0) window.addEventListener('popstate', tell)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('popstate', tell)
  }
}
