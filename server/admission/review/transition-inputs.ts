/** Input fields of transitions in addition to those that the workflow declares. */

import { valueSchema } from '@matricola/schema/validation.ts'
import type { CallInputs } from '@matricola/server/records/hooks.ts'
import * as z from 'zod/mini'
import { requestedChangesSchema, transitionTexts } from '#resources/calls/status-update.ts'
import { registrations } from '#resources/registrations.ts'
import { transitionNames } from './transition-names.ts'

/** For each transition, the texts that its declared input lacks, and for a change request the fields to change. */
export const transitionInputs: CallInputs = Object.fromEntries(
  transitionNames.map((name) => {
    const declared: readonly string[] = registrations.workflow?.transitions[name]?.input ?? []
    const more = Object.entries(transitionTexts).filter(([text]) => !declared.includes(text))
    return [
      name,
      {
        ...Object.fromEntries(more.map(([text, spec]) => [text, z.optional(valueSchema(spec))])),
        ...(name === 'requestUpdate' && { requestedChanges: z.optional(z.nullable(requestedChangesSchema)) }),
      },
    ]
  }),
)
