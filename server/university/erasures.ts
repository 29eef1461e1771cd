import { keepErasures, repeatErasures } from '#server/admission/privacy/erasures.ts'
import type { Erasures } from '#server/backup/restore.ts'

/** What the university erased for good. */
export const universityErasures: Erasures = { keep: keepErasures, repeat: repeatErasures }
