import type { ErasureReplay } from '#server/engine/backup/restore.ts'
import { repeatErasures, saveErasures } from '#server/university/admission/privacy/erasures.ts'

/** Keeps and repeats the erasures of applications across restores. */
export const universityErasures: ErasureReplay = { save: saveErasures, reapply: repeatErasures }
