/// <reference types="vite/client" />
export const customFieldTypeComponents = import.meta.glob<object>(
  '../field-types/*/components.tsx',
  { import: 'components', eager: true },
)
