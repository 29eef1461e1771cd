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
}

let state: State = { open: null, followed: new Map() }
const listeners = new Set<() => void>()

function change(next: Partial<State>) {
  state = { ...state, ...next }
  for (const listener of listeners) listener()
}

export const openJob = (id: string | null) => change({ open: id })
export const openedJob = () => state.open

/** Tells the person when the job is over, wherever they are by then. */
export const followJob = ({ id, resource }: WireJob) =>
  change({ followed: new Map(state.followed).set(id, { selection: selectionIn(resource) }) })

export function unfollowJob(id: string) {
  const followed = new Map(state.followed)
  followed.delete(id)
  change({ followed })
}

export const forgetJobs = () => change({ open: null, followed: new Map() })

export const useJobState = (): State =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => state,
  )
