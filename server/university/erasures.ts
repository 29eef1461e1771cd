import type { ErasureReplay } from '#server/engine/backup/restore.ts'
import { repeatErasures, saveErasures } from '#server/university/admission/privacy/erasures.ts'

/** Saves the erasures of applications before a restore, and repeats them after it. */
export const universityErasures: ErasureReplay = { save: saveErasures, reapply: repeatErasures }
