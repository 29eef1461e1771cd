import type { ResponseBody } from '@matricola/schema/wire/call.ts'
import { instant, text } from '@matricola/schema/wire/shapes.ts'
import * as z from 'zod/mini'
import { languages } from '../languages.ts'

/** Public facts about a certificate, by its code. */
export const verificationSchema = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('unknown') }),
  z.strictObject({
    state: z.enum(['valid', 'revoked']),
    code: text(),
    /** Only initials, for privacy. The reader compares them with the name on the certificate. */
    initials: text(),
    kind: z.enum(['certificate', 'transcript']),
    language: z.enum(languages),
    issuedAt: instant(),
  }),
])
export type WireVerification = ResponseBody<typeof verificationSchema>
