import { builtInFieldTypes, createFields } from '@matricola/schema/field.ts'
import { languages } from './languages.ts'

export const fieldTypes = builtInFieldTypes

/** The constructors of fields for declarations. */
export const field = createFields(fieldTypes, { languages })
