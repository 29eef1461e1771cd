import type { Erasures } from '#server/engine/backup/restore.ts'
import { keepErasures, repeatErasures } from '#server/university/admission/privacy/erasures.ts'

/** Keeps and repeats the erasures of applications across restores. */
export const universityErasures: Erasures = { keep: keepErasures, repeat: repeatErasures }
