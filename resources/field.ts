/**
 * The field types of the application: those of every application, the program's own, and those in
 * `custom/field-types/`.
 */

import { builtInFieldTypes, createFields } from '@matricola/schema/field.ts'
import { createText } from '@matricola/schema/field-types/text/type.ts'
import * as customFieldTypes from '#custom/field-types/field-types.ts'
import { nationalId } from './field-types/nationalId/type.ts'
import { languages } from './languages.ts'
import { universityPatterns, universityTextFormats } from './patterns.ts'

type KnownTypes = typeof builtInFieldTypes & {
  readonly nationalId: typeof nationalId
} & typeof customFieldTypes
/** A pack that replaces `custom/` declares its types here (`declare module`). */
export interface FieldTypes extends KnownTypes {}

export const fieldTypes: FieldTypes = {
  ...builtInFieldTypes,
  text: createText({ patterns: universityPatterns, formats: universityTextFormats }),
  nationalId,
  ...customFieldTypes,
}

/** The constructors of fields for declarations. */
export const field = createFields(fieldTypes, { languages })
