import { HttpError } from '@matricola/providers/http.ts'
import { useSyncExternalStore } from 'react'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import type { WireIntake, WirePublicConfig } from '#resources/admission/wire-intake.ts'
import type * as admissionCalls from '#resources/calls/admission.ts'
import { makeCall } from '../http.ts'

/**
 * The server's data about the university and its admission sessions. Null until the data has
 * loaded.
 */
export interface PublicConfigState {
  readonly publicConfig: WireIntake | null
  /** The error of the last request. */
  readonly error: HttpError | null
}

const unloaded: PublicConfigState = { publicConfig: null, error: null }
let state = unloaded
/** The state that the page was prerendered with. Hydration starts from it, even if it is outdated. */
let prerenderedState = unloaded
let pendingRequest: Promise<PublicConfigState> | null = null
const listeners = new Set<() => void>()

function setState(next: PublicConfigState): PublicConfigState {
  state = next
  for (const listener of listeners) listener()
  return state
}

/** The university and its admission sessions, requested once per page load on first use. */
export const usePublicConfig = (): PublicConfigState =>
  useSyncExternalStore(listen, currentState, () => prerenderedState)

/** Returns the current state outside components. */
export const cachedPublicConfig = () => state.publicConfig

/**
 * The university's name and contact details. Null until they are loaded, or if the server does not
 * respond.
 */
export const useUniversity = (): WirePublicConfig | null => usePublicConfig().publicConfig

/**
 * Requests the data again. If that fails, the old data stays. Concurrent calls share one request.
 */
export function fetchPublicConfig(): Promise<PublicConfigState> {
  pendingRequest ??= loadPublicConfig().finally(() => {
    pendingRequest = null
  })
  return pendingRequest
}

async function loadPublicConfig(): Promise<PublicConfigState> {
  try {
    return setState({
      publicConfig: (
        await makeCall<typeof admissionCalls.publicConfig>(admissionEndpoints.publicConfig)
      ).data,
      error: null,
    })
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return setState({ publicConfig: state.publicConfig, error })
  }
}

/** Uses the data that the server embedded in the page, so that no request is needed. */
export const setPublicConfig = (publicConfig: WireIntake) => {
  prerenderedState = setState({ publicConfig, error: null })
}

/**
 * Marks applications as closed after the server has rejected one for this reason, even if the
 * cached data says otherwise.
 */
function markAsClosed(reason: 'closed' | 'stopped') {
  if (state.publicConfig)
    setState({ ...state, publicConfig: withAllClosed(state.publicConfig, reason) })
}

function withAllClosed(publicConfig: WireIntake, closedReason: 'closed' | 'stopped'): WireIntake {
  const closed = { isOpen: false, closedReason }
  return {
    ...publicConfig,
    ...closed,
    concurrentAdmissions: publicConfig.concurrentAdmissions.map((admission) => ({
      ...admission,
      ...closed,
    })),
  }
}

/**
 * Returns whether the error means that applications are closed. If so, marks them as closed on all
 * pages.
 */
export function handleClosedRefusal({ code }: HttpError): boolean {
  if (code !== 'registration.closed' && code !== 'registration.stopped') return false
  markAsClosed(code === 'registration.stopped' ? 'stopped' : 'closed')
  fetchPublicConfig()
  return true
}

/** Resets the state. Only for tests, which show several pages without a reload. */
export const resetPublicConfig = () => {
  prerenderedState = setState(unloaded)
}

const currentState = () => state

function listen(listener: () => void): () => void {
  listeners.add(listener)
  if (state === unloaded) fetchPublicConfig()
  return () => listeners.delete(listener)
}
