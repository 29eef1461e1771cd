/// <reference types="vite/client" />
export const customFieldTypeComponents = import.meta.glob<object>('../field-types/*/face.tsx', { import: 'face', eager: true })
