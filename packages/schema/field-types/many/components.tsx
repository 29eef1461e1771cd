import type { FieldTypeComponents } from '@matricola/console/fields/field-type-components.ts'

/** These records are shown as tabs on the record's page. */
export const components: FieldTypeComponents<'many'> = { Input: () => null, Value: () => null }
