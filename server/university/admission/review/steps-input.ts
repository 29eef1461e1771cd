/** What the steps of the office take beside the input that is declared. */
import * as z from 'zod/mini'
import { changeableFields, spelledAsSent } from '#model/admission/documents.ts'
import { field } from '#model/field.ts'
import { valueSchema } from '#model/validation.ts'
import { registrations } from '#resources/registrations.ts'
import type { Lifecycle } from '#server/engine/records/lifecycles.ts'
import { stepNames } from './steps-names.ts'

const { issue, issueExplanation, suggestion } = registrations.fields

/** Words of the office that may go with any step. */
export const stepTexts = { issue, issueExplanation, suggestion }

/** A field by its own name; a document also by that of the field that holds it. */
const changeable = z.pipe(
  z.transform((name: unknown) => (typeof name === 'string' ? spelledAsSent(name) : name)),
  z.enum(changeableFields),
)

/** What the office asks to be changed: 1 to 20 fields, each once. */
export const askedChanges = z
  .array(z.strictObject({ field: changeable, message: z.optional(valueSchema(field.longText({ max: 500, optional: true }))) }))
  .check(
    z.refine<readonly unknown[]>((asked) => asked.length > 0, { params: { code: 'required' } }),
    z.maxLength(20),
    z.refine<readonly { readonly field: string }[]>((asked) => new Set(asked.map((one) => one.field)).size === asked.length, {
      params: { code: 'set.repeated' },
    }),
  )

/** By step: the words that are not in its declared input, and for a request the fields to change. */
export const stepExtras: NonNullable<Lifecycle['actionExtras']> = Object.fromEntries(
  stepNames.map((name) => {
    const declared: readonly string[] = registrations.workflow?.transitions[name]?.input ?? []
    const more = Object.entries(stepTexts).filter(([text]) => !declared.includes(text))
    return [
      name,
      {
        ...Object.fromEntries(more.map(([text, spec]) => [text, z.optional(valueSchema(spec))])),
        ...(name === 'requestUpdate' && { requestedChanges: z.optional(z.nullable(askedChanges)) }),
      },
    ]
  }),
)
