import { invalidInput } from '#model/errors.ts'
import type { Lifecycle, PlannedWrite } from './lifecycles.ts'

/** Throws `input.invalid` where the lifecycle has something against a single write. */
export async function demandSound(lifecycle: Lifecycle | undefined, write: PlannedWrite): Promise<void> {
  const [issues = {}] = (await lifecycle?.issuesOf?.([write])) ?? []
  if (Object.keys(issues).length > 0) throw invalidInput(issues)
}
