/** The components of the field types that a university adds. */
export { customFieldTypeComponents } from '#custom/src/field-type-components.ts'
