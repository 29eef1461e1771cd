import type { ErasureReplay } from '@matricola/server/backup/restore.ts'
import { repeatErasures, saveErasures } from '#server/admission/privacy/erasures.ts'

/** Saves the erasures of applications before a restore, and repeats them after it. */
export const universityErasures: ErasureReplay = { save: saveErasures, reapply: repeatErasures }
