/// <reference types="vite/client" />
/** Faces of this university's own kinds of fields, by `../kinds/<kind>/face.tsx`. */
export const ownFaces = import.meta.glob<object>('../kinds/*/face.tsx', { import: 'face', eager: true })
