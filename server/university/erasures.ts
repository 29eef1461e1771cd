import { keepErasures, repeatErasures } from '#server/admission/privacy/erasures.ts'
import type { Erasures } from '#server/backup/restore.ts'

/** Applications that the university erased for good. */
export const universityErasures: Erasures = { keep: keepErasures, repeat: repeatErasures }
