/**
 * The steps of an import. The state of its job determines which steps are open, and the URL names
 * the current step.
 */
import type { JobState } from '@matricola/schema/wire/jobs.ts'

export const importSteps = ['file', 'columns', 'check', 'preview', 'run'] as const
export type ImportStepName = (typeof importSteps)[number]

const stepsBeforeStart: readonly ImportStepName[] = ['file', 'columns', 'check', 'preview']

/** Steps that can be shown now. A state of null means that no file was uploaded yet. */
export function openSteps(state: JobState | null): readonly ImportStepName[] {
  if (state === null) return ['file']
  if (state === 'mapping') return ['file', 'columns']
  return state === 'checking' || state === 'ready' ? stepsBeforeStart : ['run']
}

/** The step that the URL names, if it is open; otherwise the step that the job has reached. */
export function visibleStep(state: JobState | null, requestedStep: string | null): ImportStepName {
  const open = openSteps(state)
  const found = open.find((step) => step === requestedStep)
  if (found) return found
  if (state === 'mapping') return 'columns'
  return state === 'checking' || state === 'ready' ? 'check' : (open[0] ?? 'file')
}
