/// <reference types="vite/client" />
export const ownFaces = import.meta.glob<object>('../kinds/*/face.tsx', { import: 'face', eager: true })
