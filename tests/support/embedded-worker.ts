import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The embedded database's worker as Node runs it, made by `buildEmbeddedWorker`. */
export const embeddedWorkerPath = join(root, 'dist/tests/embedded-worker.js')

/** Builds the worker thread's code for tests when its source has changed: Node 20 runs no TypeScript, and vitest does not reach into threads. */
export async function buildEmbeddedWorker(): Promise<void> {
  const source = join(root, 'server/database/embedded-worker.ts')
  if (!existsSync(source)) return
  const stamp = `${embeddedWorkerPath}.stamp`
  const hash = createHash('sha256').update(readFileSync(source)).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  await build({
    root,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir: dirname(embeddedWorkerPath),
      emptyOutDir: true,
      copyPublicDir: false,
      target: 'node20',
      rolldownOptions: { input: { 'embedded-worker': source }, output: { entryFileNames: '[name].js' } },
    },
  })
  writeFileSync(stamp, hash)
}
