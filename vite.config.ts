import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { pageForApi } from './scripts/page-for-api.ts'

/** The browser build. `scripts/build.mjs` builds the server with the same file (`--ssr`). Test projects stand in `vitest.config.ts`. */
export default defineConfig({
  plugins: [react(), pageForApi()],
  build: { outDir: 'dist/browser', manifest: true, sourcemap: false, reportCompressedSize: false, chunkSizeWarningLimit: 2000 },
  resolve: { alias: { '@ant-design/pro-layout': fileURLToPath(new URL('src/kit/page-header-stub.tsx', import.meta.url)) } },
  // Paths of the server alone, the pages that it paints whole included.
  server: { proxy: Object.fromEntries(['/api', '/locales', '/admission'].map((path) => [path, 'http://127.0.0.1:3000'])) },
})
