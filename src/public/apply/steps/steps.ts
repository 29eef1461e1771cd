/** The form's steps in the address: `?step=contact`. Without a step: the start page. */
import { useSyncExternalStore } from 'react'
import { applyPath } from '#model/paths.ts'
import { addressParam } from '../../address.ts'

export const steps = ['identity', 'contact', 'programme', 'documents', 'check'] as const
export type Step = (typeof steps)[number]
/** `later` saves the draft for another device, and `resume` opens it there. `lostcode` asks for a new access code, and `newcode` shows it. */
export type View = 'start' | Step | 'later' | 'resume' | 'lostcode' | 'newcode' | 'sent'
const views: readonly View[] = [...steps, 'later', 'resume', 'lostcode', 'newcode', 'sent']

export const isStep = (view: View): view is Step => steps.some((step) => step === view)

/** Where a step was opened from, so that it can lead back. */
export interface Passage {
  /** The field to focus. */
  readonly field?: string
  /** Whether Continue leads back to the check page. */
  readonly fromCheck?: boolean
}

/** `fragment`: the part behind `#`, which names a saved application. */
export const addressOf = (view: View, fragment = '') => (view === 'start' ? applyPath : `${applyPath}?step=${view}`) + fragment

const listeners = new Set<() => void>()
let hasMoved = false

function tell() {
  hasMoved = true
  for (const listener of listeners) listener()
}

export function goTo(view: View, passage: Passage = {}, fragment = '') {
  window.history.pushState(passage, '', addressOf(view, fragment))
  tell()
}

/** Like `goTo`, but replaces the current history entry. */
export function replaceBy(view: View) {
  window.history.replaceState({}, '', addressOf(view))
  tell()
}

/** Whether the user came here from another view, so that the focus has to move. */
export const hasComeFromElsewhere = () => hasMoved

/** The state that `goTo` stored in this history entry. Other entries have none. */
export const currentPassage = (): Passage => (window.history.state ?? {}) as Passage

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
