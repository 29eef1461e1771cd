import { builtInFieldTypes, createFields } from '@matricola/schema/field.ts'

export const fieldTypes = builtInFieldTypes

/** The constructors of fields for declarations. */
export const field = createFields(fieldTypes)
