/// <reference types="vite/client" />
/** Inputs and displays of custom field types, from `../kinds/<type>/face.tsx`. */
export const customFieldTypeComponents = import.meta.glob<object>('../field-types/*/face.tsx', { import: 'face', eager: true })
