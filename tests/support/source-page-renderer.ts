import type { LoadPageRenderer } from '@matricola/server/http/page-renderer.ts'

/** Renders public pages from source; in production a build artifact does this. */
export const sourcePageRenderer: LoadPageRenderer = () => import('#src/public/prerender.tsx')
