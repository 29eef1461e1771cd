/**
 * The questions of forms that the office arranged. Their code and texts are loaded only if a form
 * is published.
 */
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import { cachedPublicConfig, fetchPublicConfig } from '../../public-config.ts'
import { createItemsBundle } from './create-items-bundle.ts'

const bundle = createItemsBundle(() => import('./items-bundle.ts'))

/** The code for questions; null if it is not loaded. */
export const itemsBundle = bundle.current

/** Whether there are questions, or fees that depend on facts about the applicant. */
const isNeeded = ({ forms, specializations }: WireIntake) =>
  forms !== undefined || specializations.some(({ merit }) => merit?.feeExceptions)

/** Loads code and texts if the university asks questions. Throws if loading fails. */
export async function loadFormItems(): Promise<void> {
  const publicConfig = cachedPublicConfig() ?? (await fetchPublicConfig()).publicConfig
  if (publicConfig && isNeeded(publicConfig)) await bundle.load()
}
