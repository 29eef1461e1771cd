/**
 * Custom components for individual fields: `input` edits a value, `display` shows it on pages and
 * `cell` in lists. Each is listed here with the parts it can replace. The components are in
 * `src/fields/field-components.ts` and `custom/src/field-components.tsx`. The types there require a
 * component for each entry.
 */

import { customFieldComponentUses } from '#custom/resources/field-components.ts'

export const programFieldComponents = {
  applicantCondition: ['input', 'display'],
  average: ['input', 'display'],
  condition: ['input', 'display'],
  county: ['display'],
  template: ['input'],
  tie: ['input', 'display'],
  waitingTime: ['display'],
} as const

declare module '@matricola/schema/vocabulary.ts' {
  interface FieldComponentNames
    extends Record<
      keyof typeof programFieldComponents | keyof typeof customFieldComponentUses,
      true
    > {}
}

export const fieldComponentUses = { ...programFieldComponents, ...customFieldComponentUses }
