/** Job whose dialog is open, and jobs of this page that are told of when they are over. Outside React: a toast, too, opens a job. */
import { useSyncExternalStore } from 'react'
import type { WireJob } from '#model/wire/jobs.ts'
import { type Selection, selectionIn } from '../bulk/selection.ts'

interface Followed {
  /** Selection in the list when the job was made. */
  readonly selection: Selection
}
interface State {
  readonly open: string | null
  readonly followed: ReadonlyMap<string, Followed>
  /** Set while a job is made that will be shown as soon as it is there. */
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

/** Keeps the keys from the page while a job is made that the user has asked to see, then shows it unless they gave up waiting. */
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

/** Gives the keys back to the page. The job that is being made is found among the jobs. */
export const stopWaiting = () => change({ making: null })

/** Tells the person when the job is over, wherever they are by then. */
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
