import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { pageForApi } from './scripts/page-for-api.ts'
import { pageLanguages } from './scripts/page-languages.ts'
import { textModules } from './scripts/text-modules.ts'

/**
 * Packages that Refine imports for functions that this program does not use, such as exports and
 * development tools. They have no side effects but do not declare it, so the build would otherwise
 * include them. The Markdown parser alone has 490 KB.
 */
const sideEffectFreePackages =
  /node_modules\/(?:@ant-design\/pro-|react-markdown|remark|mdast|micromark|unified|vfile|unist|sunflower|papaparse|error-stack-parser|stackframe)/

/**
 * The browser build. `scripts/build.mjs` builds the server with the same file (`--ssr`). Test
 * projects are in `vitest.config.ts`.
 */
export default defineConfig({
  plugins: [react(), textModules(), pageLanguages(), pageForApi()],
  build: {
    outDir: 'dist/browser',
    manifest: true,
    sourcemap: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: sideEffectFreePackages, sideEffects: false }] },
    },
  },
  // Paths that only the server handles, including the pages that it renders completely.
  server: {
    proxy: Object.fromEntries(
      ['/api', '/locales', '/admission'].map((path) => [path, 'http://127.0.0.1:3000']),
    ),
  },
})
