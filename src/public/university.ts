import { useSyncExternalStore } from 'react'
import { admissionEndpoints } from '#model/admission/endpoints.ts'
import type { WireIntake } from '#model/admission/wire.ts'
import type { WirePublicConfig } from '#model/wire/wire.ts'
import { ask } from '#providers/ask.ts'
import { HttpError } from '#providers/http.ts'
import type * as admissionCalls from '#resources/calls/admission.ts'

/** The server's data about the university and its admission sessions. Null until it has loaded. */
export interface IntakeState {
  readonly intake: WireIntake | null
  /** The error of the last request. */
  readonly error: HttpError | null
}

const unknown: IntakeState = { intake: null, error: null }
let state = unknown
let asking: Promise<IntakeState> | null = null
const listeners = new Set<() => void>()

function change(next: IntakeState): IntakeState {
  state = next
  for (const listener of listeners) listener()
  return state
}

/** The university and its admission sessions, requested once per page load on first use. */
export const useIntake = (): IntakeState => useSyncExternalStore(listen, current, current)

/** The same outside components, in its current state. */
export const knownIntake = () => state.intake

/** The university's name and contact details. Null until loaded, or if the server does not respond. */
export const useUniversity = (): WirePublicConfig | null => useIntake().intake

/** Requests the data again. If that fails, the old data stays. Concurrent calls share one request. */
export function askIntake(): Promise<IntakeState> {
  asking ??= look().finally(() => {
    asking = null
  })
  return asking
}

async function look(): Promise<IntakeState> {
  try {
    return change({ intake: (await ask<typeof admissionCalls.publicConfig>(admissionEndpoints.publicConfig)).data, error: null })
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return change({ intake: state.intake, error })
  }
}

/** Uses the data that the server embedded in the page, so that no request is needed. */
export const knowIntake = (intake: WireIntake) => change({ intake, error: null })

/** The server has just refused an application, so applications are closed whatever the cached data says. */
function closeIntake(because: 'closed' | 'stopped') {
  if (state.intake) change({ ...state, intake: closedAll(state.intake, because) })
}

function closedAll(intake: WireIntake, closedBecause: 'closed' | 'stopped'): WireIntake {
  const closed = { isOpen: false, closedBecause }
  return { ...intake, ...closed, beside: intake.beside.map((one) => ({ ...one, ...closed })) }
}

/** Whether the error means that applications are closed. If so, marks them as closed on all pages. */
export function refusedByIntake({ code }: HttpError): boolean {
  if (code !== 'registration.closed' && code !== 'registration.stopped') return false
  closeIntake(code === 'registration.stopped' ? 'stopped' : 'closed')
  askIntake()
  return true
}

/** Resets the state. For tests, which show several pages without a reload. */
export const forgetIntake = () => change(unknown)

const current = () => state

function listen(listener: () => void): () => void {
  listeners.add(listener)
  if (state === unknown) askIntake()
  return () => listeners.delete(listener)
}
