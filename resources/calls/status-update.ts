/** Input of the specification's single call for all transitions of an application. */

import type { FieldSpec } from '@matricola/schema/field.ts'
import { allowEmpty, valueSchema } from '@matricola/schema/validation.ts'
import { refineWithCode } from '@matricola/schema/value-schemas.ts'
import { isRealDate, isRealInstant } from '@matricola/schema/values/dates.ts'
import { fold, normalizeText } from '@matricola/schema/values/folding.ts'
import * as z from 'zod/mini'
import { formLimits } from '../admission/form-content.ts'
import { isItemId } from '../admission/form-item-id.ts'
import { changeableFields, toSentName } from '../application-documents.ts'
import { field } from '../field.ts'
import { languages } from '../languages.ts'
import { registrations } from '../registrations.ts'

const { status, reasonCode, issue, issueExplanation, suggestion } = registrations.fields

/** Texts that staff can add to any transition. */
export const transitionTexts = { issue, issueExplanation, suggestion }

/**
 * Name of a changeable field, or id of a question of the office. A document can also be given by the
 * name of its field.
 */
const changeableName = z.pipe(
  z.transform((name: unknown) => (typeof name === 'string' ? toSentName(name) : name)),
  z.union([z.enum(changeableFields), z.string().check(refineWithCode(isItemId, 'choice.unknown'))]),
)

/** One requested change: the name of a field, optionally with a message. */
const requestedChangeSchema = z.pipe(
  z.transform((value: unknown) => (typeof value === 'string' ? { field: value } : value)),
  z.strictObject({
    field: changeableName,
    message: z.optional(valueSchema(field.longText({ max: 500, optional: true }))),
  }),
)

/** The requested changes: at least one field, without duplicates. */
export const requestedChangesSchema = z.array(requestedChangeSchema).check(
  z.refine<readonly unknown[]>((changes) => changes.length > 0, { params: { code: 'required' } }),
  z.maxLength(changeableFields.length + formLimits.items),
  z.refine<readonly { readonly field: string }[]>(
    (changes) => new Set(changes.map((one) => one.field)).size === changes.length,
    {
      params: { code: 'set.repeated' },
    },
  ),
)

/** The texts of a request to many applicants in one language. */
interface RequestText {
  readonly issue: string
  readonly issueExplanation: string
  readonly suggestion?: string | null | undefined
}

/** Texts of a request to many applicants, by their language. */
export type RequestTexts = { readonly [language: string]: RequestText | undefined }

function requiredText(spec: typeof issue | typeof issueExplanation) {
  const { optional: _, ...options } = spec.options
  // Without `optional`, the specification is still valid.
  return valueSchema({ ...spec, options } as FieldSpec)
}

/** Schema of the texts in one language. */
export const requestTextSchema = z.strictObject({
  issue: requiredText(issue),
  issueExplanation: requiredText(issueExplanation),
  suggestion: z.optional(valueSchema(suggestion)),
})

/** Schema of `RequestTexts`. */
export const requestTextsSchema = z.strictObject(
  Object.fromEntries(languages.map((language) => [language, z.optional(requestTextSchema)])),
)

/** Latest deadline of a change request, in days from now. */
export const maxRequestDays = 30

/** Number of days until the deadline of a request. */
export const requestDaysSchema = z.int().check(z.gte(1), z.lte(maxRequestDays))

/** A choice by its name or by the specification's label: `under review` is `under_review`. */
const choiceByLabel = (spec: FieldSpec) =>
  z.pipe(
    z.transform((value: unknown) => {
      const name =
        typeof value === 'string' ? fold(normalizeText(value)).replace(/[\s-]+/g, '_') : value
      return typeof name === 'string' && 'choices' in spec && Object.hasOwn(spec.choices, name)
        ? name
        : value
    }),
    valueSchema(spec),
  )

/** A date, or an instant. */
const dueSchema = z.string().check(
  z.refine<string>((text) => isRealDate(text) || isRealInstant(text), {
    params: { code: 'date.unreal' },
  }),
)

/** For optional properties, null means the same as absent. */
export const statusUpdateSchema = z.strictObject({
  id: z.uuid(),
  /** If absent, the call stores the texts without a transition, unless changes are requested. */
  status: allowEmpty(undefined, z.optional(z.nullable(choiceByLabel(status)))),
  version: z.optional(z.int().check(z.gte(1))),
  ...Object.fromEntries(
    Object.entries(transitionTexts).map(([name, spec]) => [name, z.optional(valueSchema(spec))]),
  ),
  requestedChanges: z.optional(z.nullable(requestedChangesSchema)),
  dueAt: z.optional(z.nullable(dueSchema)),
  reasonCode: z.optional(choiceByLabel(reasonCode)),
})
