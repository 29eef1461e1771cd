/** The job whose dialog is open, and the jobs whose end will be announced. Outside React, because a toast can open a job, too. */
import { useSyncExternalStore } from 'react'
import type { WireJob } from '#model/wire/jobs.ts'
import { type Selection, selectionIn } from '../bulk/selection.ts'

interface Followed {
  /** Selection of the list when the job was created. */
  readonly selection: Selection
}
interface State {
  readonly open: string | null
  readonly followed: ReadonlyMap<string, Followed>
  /** Set while a job that will be shown is being created. */
  readonly making: symbol | null
}

let state: State = { open: null, followed: new Map(), making: null }
const listeners = new Set<() => void>()

function change(next: Partial<State>) {
  state = { ...state, ...next }
  for (const listener of listeners) listener()
}

export const openJob = (id: string | null) => change({ open: id })
export const openedJob = () => state.open

/** Disables the page's keyboard shortcuts while a job is being created. Then shows the job unless the user stopped waiting. */
export async function whileMaking(made: Promise<WireJob>, show: (job: WireJob) => void): Promise<void> {
  const making = Symbol('job')
  change({ making })
  try {
    const job = await made
    if (state.making === making) show(job)
  } finally {
    if (state.making === making) change({ making: null })
  }
}

/** Enables the keyboard shortcuts again. The job is still created and appears in the list of jobs. */
export const stopWaiting = () => change({ making: null })

/** Notifies the user when the job has finished, whichever page is open by then. */
export const followJob = ({ id, resource }: WireJob) =>
  change({ followed: new Map(state.followed).set(id, { selection: selectionIn(resource) }) })

export function unfollowJob(id: string) {
  const followed = new Map(state.followed)
  followed.delete(id)
  change({ followed })
}

export const forgetJobs = () => change({ open: null, followed: new Map(), making: null })

export const useJobState = (): State =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => state,
  )
