/// <reference types="vite/client" />
/** How this university's own kinds of fields look, by `../kinds/<kind>/face.tsx`. */
export const ownFaces = import.meta.glob<object>('../kinds/*/face.tsx', { import: 'face', eager: true })
