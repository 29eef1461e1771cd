/** The field types that a university adds. */
export * from '#custom/field-types/field-types.ts'
