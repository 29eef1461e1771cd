// `npm run build`: builds the browser code (dist/browser), the prerendering of public pages
// (dist/prerender) and the server (dist/server). `build.mjs server` builds only the server.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { chunkGroups, findConsoleImports } from './chunks.mjs'
import { findDuplicateKeys } from './duplicate-keys.mjs'
import { writeLanguages } from './languages.mjs'
import { requireMovedFolder } from './moved-folder.mjs'
import { appRoot, listFiles, root } from './project-files.mjs'
import { buildStampPath, inputsHash } from './stale-build.mjs'
import { findUnknownScreens } from './unknown-screens.mjs'
import { viteOptions } from './vite-options.mjs'

/**
 * Packages that read imported files. They are bundled, because a new thread loads them for each
 * file.
 */
const readers = ['csv-parse', 'fflate', 'saxes', 'xmlchars']

requireMovedFolder()
process.env.NODE_ENV = 'production'
writeLanguages()
const mistakes = [...findDuplicateKeys(), ...(await findUnknownScreens())]
if (mistakes.length > 0) {
  console.error(mistakes.join('\n'))
  process.exit(1)
}
const hash = inputsHash()
rmSync(join(appRoot, buildStampPath), { force: true })
await buildServer()
if (process.argv[2] !== 'server') {
  await buildBrowser()
  if (existsSync(join(appRoot, 'src/public/prerender.tsx'))) {
    await buildPrerender()
    await buildPlain()
  }
  await compressAssets()
  writeFileSync(join(appRoot, buildStampPath), hash)
}

/**
 * Builds the browser code, in as few files as its pages can share. Throws if public pages would load
 * code of the console.
 */
async function buildBrowser() {
  const { output } = await build({
    ...viteOptions,
    build: { rolldownOptions: { output: { codeSplitting: { groups: chunkGroups(appRoot) } } } },
  })
  const found = findConsoleImports(output)
  if (found.length > 0)
    throw new Error(`public pages load code of the console through ${found.join(', ')}`)
}

/**
 * Builds the server. Packages are loaded from node_modules at run time, except Zod, of which only a
 * few of a hundred modules are used, and the packages in `readers`.
 */
async function buildServer() {
  const input = {
    main: join(appRoot, 'server/main.ts'),
    commands: join(appRoot, 'server/commands.ts'),
    'embedded-worker': join(root, 'packages/server/database/embedded/worker.ts'),
    'read-worker': join(root, 'packages/server/exchange/files/read-worker.ts'),
    'encode-process': join(root, 'packages/server/images/encode-process.ts'),
  }
  const output = { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' }
  const options = {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    copyPublicDir: false,
    target: 'node20',
  }
  await build({
    ...viteOptions,
    ssr: { noExternal: ['zod', ...readers] },
    build: { ...options, rolldownOptions: { input, output } },
  })
}

/**
 * Builds the public pages for the server. All packages are bundled, so that React is the production
 * build. pdf.js is left out, because no page needs it before it runs in the browser.
 */
async function buildPrerender() {
  const output = { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' }
  const rolldownOptions = {
    input: { prerender: 'src/public/prerender.tsx' },
    output,
    external: [/^pdfjs-dist/],
  }
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
  await build({ ...viteOptions, ssr: { noExternal: true }, define, build: options })
}

/**
 * Builds the styles and the only script of fully rendered pages. The server inlines both in each
 * page, so they share no files.
 */
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
  await build({ ...viteOptions, build: { ...options, cssCodeSplit: true, rolldownOptions } })
}

/**
 * Writes a `.br` and a `.gz` file next to every text asset, so that no file is compressed at run
 * time.
 */
async function compressAssets() {
  const brotli = promisify(brotliCompress)
  const zip = promisify(gzip)
  const texts = listFiles('dist/browser', appRoot).filter((path) =>
    /\.(m?js|css|svg|json|webmanifest|txt)$/.test(path),
  )
  await Promise.all(
    texts.map(async (path) => {
      const bytes = readFileSync(join(appRoot, path))
      // Compression would enlarge tiny files.
      if (bytes.length < 128) return
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      }
      writeFileSync(join(appRoot, `${path}.br`), await brotli(bytes, { params }))
      writeFileSync(join(appRoot, `${path}.gz`), await zip(bytes, { level: 9 }))
    }),
  )
}
