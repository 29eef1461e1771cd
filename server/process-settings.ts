/** Settings of the process for admission. docs/operate.md describes them. */
import { defineProcessSettings } from '@matricola/server/config.ts'
import { z } from 'zod'

export const processSettings = defineProcessSettings(
  {
    /**
     * Applications per hour and IP address. Several applicants can share an address, for example in
     * a school's computer room. 0: no limit.
     */
    SUBMISSIONS_PER_HOUR: z
      .string()
      .refine((text) => /^\d{1,6}$/.test(text), 'must be a number from 0 (no limit) to 999999')
      .transform(Number),
    /** Applications that this process handles at the same time. Others wait in a queue. */
    APPLICATIONS_AT_ONCE: z
      .string()
      .refine((text) => /^[1-9]\d{0,3}$/.test(text), 'must be a number from 1 to 9999')
      .transform(Number),
  },
  { DEFAULT_LANGUAGE: 'ro', SUBMISSIONS_PER_HOUR: '30', APPLICATIONS_AT_ONCE: '64' },
)
