import type { Erasures } from '#server/engine/backup/restore.ts'
import { keepErasures, repeatErasures } from '#server/university/admission/privacy/erasures.ts'

/** Applications that the university erased for good. */
export const universityErasures: Erasures = { keep: keepErasures, repeat: repeatErasures }
