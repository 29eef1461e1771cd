import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { pageForApi } from './scripts/page-for-api.ts'
import { pageLanguages } from './scripts/page-languages.ts'

/** Stands in for a package that another one imports and we never use. */
const stub = (name: string) => fileURLToPath(new URL(`src/kit/unused/${name}.ts`, import.meta.url))

/** The browser build. `scripts/build.mjs` builds the server with the same file (`--ssr`). Test projects stand in `vitest.config.ts`. */
export default defineConfig({
  plugins: [react(), pageLanguages(), pageForApi()],
  build: { outDir: 'dist/browser', manifest: true, sourcemap: false, reportCompressedSize: false, chunkSizeWarningLimit: 2000 },
  resolve: { alias: { '@ant-design/pro-layout': stub('page-header'), axios: stub('axios') } },
  // Paths of the server alone, the pages that it paints whole included.
  server: { proxy: Object.fromEntries(['/api', '/locales', '/admission'].map((path) => [path, 'http://127.0.0.1:3000'])) },
})
