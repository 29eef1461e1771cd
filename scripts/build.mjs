// `npm run build`: the browser's code into dist/browser, what paints its public pages on the server into dist/prerender, the server's into dist/server (`build.mjs server`: that one alone).
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { buildStampPath, inputsHash } from './build-when-stale.mjs'
import { chunkGroups } from './chunks.mjs'
import { filesBelow, root } from './folders.mjs'
import { writeLanguages } from './languages.mjs'
import { saidTwice } from './said-twice.mjs'
import { unknownScreens } from './unknown-screens.mjs'

/** Packages that read files of rows: a thread for each file loads them. */
const readers = ['csv-parse', 'fflate', 'saxes', 'xmlchars']

process.env.NODE_ENV = 'production'
writeLanguages()
const mistakes = [...saidTwice(), ...(await unknownScreens())]
if (mistakes.length > 0) {
  console.error(mistakes.join('\n'))
  process.exit(1)
}
const hash = inputsHash()
rmSync(join(root, buildStampPath), { force: true })
await buildServer()
if (process.argv[2] !== 'server') {
  await buildBrowser()
  await buildPrerender()
  await buildPlain()
  await compressAssets()
  writeFileSync(join(root, buildStampPath), hash)
}

/** The browser's code, in as few files as its pages can share. */
function buildBrowser() {
  return build({ root, logLevel: 'warn', build: { rolldownOptions: { output: { codeSplitting: { groups: chunkGroups(root) } } } } })
}

/** Packages stay outside: the server loads them from node_modules. Zod comes in, since of its hundred modules few are used, and what is loaded again and again. */
async function buildServer() {
  const input = {
    main: 'server/app/main.ts',
    commands: 'server/app/commands.ts',
    'embedded-worker': 'server/engine/database/embedded/worker.ts',
    'read-worker': 'server/engine/exchange/files/read-worker.ts',
    'encode-process': 'server/engine/images/encode-process.ts',
  }
  const output = { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' }
  const options = { ssr: true, outDir: 'dist/server', emptyOutDir: true, copyPublicDir: false, target: 'node20' }
  await build({
    root,
    logLevel: 'warn',
    ssr: { noExternal: ['zod', ...readers] },
    build: { ...options, rolldownOptions: { input, output } },
  })
}

/** The public pages once more, for the server: whole, so that React is the one that is built for production. What no first page shows stays out. */
async function buildPrerender() {
  const output = { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' }
  const rolldownOptions = { input: { prerender: 'src/public/prerender.tsx' }, output, external: [/^pdfjs-dist/] }
  const options = {
    ssr: true,
    manifest: false,
    outDir: 'dist/prerender',
    emptyOutDir: true,
    copyPublicDir: false,
    target: 'node20',
    rolldownOptions,
  }
  const define = { 'process.env.NODE_ENV': '"production"' }
  await build({ root, logLevel: 'warn', ssr: { noExternal: true }, define, build: options })
}

/** Styles and script of the pages that are whole as the server paints them: it writes both into each page, so they share nothing with the others. */
async function buildPlain() {
  const output = { entryFileNames: '[name].js', assetFileNames: '[name][extname]' }
  const rolldownOptions = { input: { plain: 'src/public/plain/plain.ts' }, output }
  const options = {
    manifest: false,
    modulePreload: { polyfill: false },
    outDir: 'dist/prerender',
    emptyOutDir: false,
    copyPublicDir: false,
  }
  await build({ root, logLevel: 'warn', build: { ...options, cssCodeSplit: true, rolldownOptions } })
}

/** Writes `.br` and `.gz` beside every text asset, so that serving one costs a file read. */
async function compressAssets() {
  const brotli = promisify(brotliCompress)
  const zip = promisify(gzip)
  const texts = filesBelow('dist/browser').filter((path) => /\.(m?js|css|svg|json|webmanifest|txt)$/.test(path))
  await Promise.all(
    texts.map(async (path) => {
      const bytes = readFileSync(join(root, path))
      // The smallest would grow.
      if (bytes.length < 128) return
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
      writeFileSync(join(root, `${path}.br`), await brotli(bytes, { params }))
      writeFileSync(join(root, `${path}.gz`), await zip(bytes, { level: 9 }))
    }),
  )
}
