import { useSyncExternalStore } from 'react'
import { admissionEndpoints } from '#model/admission/endpoints.ts'
import type { WireIntake } from '#model/admission/wire.ts'
import type { WirePublicConfig } from '#model/wire/wire.ts'
import { ask } from '#providers/ask.ts'
import { HttpError } from '#providers/http.ts'
import type * as admissionCalls from '#resources/calls/admission.ts'

/** Answer of the server about the university and its admission. Both are absent until it has come. */
export interface IntakeState {
  readonly intake: WireIntake | null
  /** Why the last question failed. */
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

/** The university and its admission, asked once per page load by the first who looks. */
export const useIntake = (): IntakeState => useSyncExternalStore(listen, current, current)

/** The same outside components, as it is known now. */
export const knownIntake = () => state.intake

/** The university's name and contact; null until it is known, and where the server does not answer. */
export const useUniversity = (): WirePublicConfig | null => useIntake().intake

/** Asks (again). Where that fails, what was known stays. Asked twice at once, it is one question. */
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

/** Takes what the server has written into the page, so that nothing has to be asked. */
export const knowIntake = (intake: WireIntake) => change({ intake, error: null })

/** The server has just refused an application: no more are taken, whatever was known. */
function closeIntake(because: 'closed' | 'stopped') {
  if (state.intake) change({ ...state, intake: closedAll(state.intake, because) })
}

function closedAll(intake: WireIntake, closedBecause: 'closed' | 'stopped'): WireIntake {
  const closed = { isOpen: false, closedBecause }
  return { ...intake, ...closed, beside: intake.beside.map((one) => ({ ...one, ...closed })) }
}

/** Tells whether the server takes no applications any more, as it has just said; pages then say so as well. */
export function refusedByIntake({ code }: HttpError): boolean {
  if (code !== 'registration.closed' && code !== 'registration.stopped') return false
  closeIntake(code === 'registration.stopped' ? 'stopped' : 'closed')
  askIntake()
  return true
}

/** Forgets everything, as at the start; for tests, where one page follows another without a load. */
export const forgetIntake = () => change(unknown)

const current = () => state

function listen(listener: () => void): () => void {
  listeners.add(listener)
  if (state === unknown) askIntake()
  return () => listeners.delete(listener)
}
