/** The components of single fields that a university adds. */
export { customFieldComponents } from '#custom/src/field-components.tsx'
