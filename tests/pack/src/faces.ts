/// <reference types="vite/client" />
export const customFieldTypeComponents = import.meta.glob<object>('../kinds/*/face.tsx', { import: 'face', eager: true })
