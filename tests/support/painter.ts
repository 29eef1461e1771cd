import type { FindPainter } from '#server/engine/http/painter.ts'

/** Painter of public pages, from its source: the build makes an artefact of it. */
export const realPainter: FindPainter = () => import('#src/public/prerender.tsx')
