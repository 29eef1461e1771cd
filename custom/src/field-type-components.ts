/// <reference types="vite/client" />
/** Inputs and displays of custom field types, from `../field-types/<type>/components.tsx`. */
export const customFieldTypeComponents = import.meta.glob<object>(
  '../field-types/*/components.tsx',
  { import: 'components', eager: true },
)
