import { invalidInput } from '#model/errors.ts'
import type { Hooks, PlannedWrite } from './hooks.ts'

/** Throws `input.invalid` where the hooks have something against a single write. */
export async function assertValid(hooks: Hooks | undefined, write: PlannedWrite): Promise<void> {
  const [issues = {}] = (await hooks?.issuesOf?.([write])) ?? []
  if (Object.keys(issues).length > 0) throw invalidInput(issues)
}
