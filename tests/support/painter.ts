import type { FindPainter } from '#server/engine/http/painter.ts'

/** Renders public pages from source; in production a build artefact does this. */
export const realPainter: FindPainter = () => import('#src/public/prerender.tsx')
