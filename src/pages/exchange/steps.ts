/** The way of a file: which steps are open in which state of its job. The address says which one is shown. */
import type { JobState } from '#model/wire/jobs.ts'

export const steps = ['file', 'columns', 'check', 'preview', 'run'] as const
export type Step = (typeof steps)[number]

const before: readonly Step[] = ['file', 'columns', 'check', 'preview']

/** Steps that can be shown now; null: no file has been sent yet. */
export function openSteps(state: JobState | null): readonly Step[] {
  if (state === null) return ['file']
  if (state === 'mapping') return ['file', 'columns']
  return state === 'checking' || state === 'ready' ? before : ['run']
}

/** The step that the address asks for where it is open, else the one that the job has come to. */
export function stepOf(state: JobState | null, asked: string | null): Step {
  const open = openSteps(state)
  const found = open.find((step) => step === asked)
  if (found) return found
  if (state === 'mapping') return 'columns'
  return state === 'checking' || state === 'ready' ? 'check' : (open[0] ?? 'file')
}
