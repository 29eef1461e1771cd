// `npm run build`: the browser's code into dist/browser, the server's into dist/server (`build.mjs server`: that one alone).
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { buildStampPath, inputsHash } from './build-when-stale.mjs'
import { filesBelow, root } from './folders.mjs'

process.env.NODE_ENV = 'production'
const hash = inputsHash()
rmSync(join(root, buildStampPath), { force: true })
await buildServer()
if (process.argv[2] !== 'server') {
  await build({ root, logLevel: 'warn' })
  await compressAssets()
  writeFileSync(join(root, buildStampPath), hash)
}

/** Packages stay outside: the server loads them from node_modules. Zod comes in, since of its hundred modules few are used. */
async function buildServer() {
  const input = { main: 'server/main.ts', commands: 'server/commands.ts', 'embedded-worker': 'server/database/embedded-worker.ts' }
  const output = { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' }
  const options = { ssr: true, outDir: 'dist/server', emptyOutDir: true, copyPublicDir: false, target: 'node20' }
  await build({ root, logLevel: 'warn', ssr: { noExternal: ['zod'] }, build: { ...options, rolldownOptions: { input, output } } })
}

/** Writes `.br` and `.gz` beside every text asset, so that serving one costs a file read. */
async function compressAssets() {
  const brotli = promisify(brotliCompress)
  const zip = promisify(gzip)
  const texts = filesBelow('dist/browser').filter((path) => /\.(js|css|svg|json|webmanifest|txt)$/.test(path))
  await Promise.all(
    texts.map(async (path) => {
      const bytes = readFileSync(join(root, path))
      if (bytes.length < 1024) return
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
      writeFileSync(join(root, `${path}.br`), await brotli(bytes, { params }))
      writeFileSync(join(root, `${path}.gz`), await zip(bytes, { level: 9 }))
    }),
  )
}
