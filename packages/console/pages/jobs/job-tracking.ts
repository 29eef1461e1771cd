/**
 * The job whose dialog is open, and the jobs whose end will be announced. This state is outside
 * React, because a toast can open a job, too.
 */

import type { WireJob } from '@matricola/schema/wire/jobs.ts'
import { useSyncExternalStore } from 'react'
import { getListSelection, type ListSelection } from '../bulk/selection.ts'

interface TrackedJob {
  /** Selection of the list when the job was created. */
  readonly selection: ListSelection
}
interface JobTracking {
  readonly open: string | null
  readonly followed: ReadonlyMap<string, TrackedJob>
  /** Set while a job that will be shown is being created. */
  readonly pendingCreation: symbol | null
}

let state: JobTracking = { open: null, followed: new Map(), pendingCreation: null }
const listeners = new Set<() => void>()

function change(next: Partial<JobTracking>) {
  state = { ...state, ...next }
  for (const listener of listeners) listener()
}

export const openJob = (id: string | null) => change({ open: id })
export const getOpenJobId = () => state.open

/**
 * Disables the page's keyboard shortcuts while a job is being created. Then shows the job unless
 * the user stopped waiting.
 */
export async function whileCreatingJob(
  creation: Promise<WireJob>,
  show: (job: WireJob) => void,
): Promise<void> {
  const pendingCreation = Symbol('job')
  change({ pendingCreation })
  try {
    const job = await creation
    if (state.pendingCreation === pendingCreation) show(job)
  } finally {
    if (state.pendingCreation === pendingCreation) change({ pendingCreation: null })
  }
}

/**
 * Enables the keyboard shortcuts again. The job is still created and appears in the list of jobs.
 */
export const stopWaitingForJob = () => change({ pendingCreation: null })

/** Notifies the user when the job has finished, on any page of the console. */
export const trackJob = ({ id, resource }: WireJob) =>
  change({ followed: new Map(state.followed).set(id, { selection: getListSelection(resource) }) })

export function untrackJob(id: string) {
  const followed = new Map(state.followed)
  followed.delete(id)
  change({ followed })
}

export const resetJobTracking = () =>
  change({ open: null, followed: new Map(), pendingCreation: null })

export const useJobTracking = (): JobTracking =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => state,
  )
