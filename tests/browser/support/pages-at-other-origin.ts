/** Builds the pages for an API at another origin, and serves them. */
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { projectRoot } from '@matricola/testing/databases.ts'

/** Builds the pages with `VITE_API_URL` into a folder. Throws the build's output if it fails. */
export async function buildPages(api: string, folder: string): Promise<void> {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(NODE_ENV|VITEST.*)$/.test(name),
  )
  const args = [
    join(projectRoot, 'node_modules/vite/bin/vite.js'),
    'build',
    '--outDir',
    folder,
    '--emptyOutDir',
    '--logLevel',
    'warn',
  ]
  const child = spawn(process.execPath, args, {
    cwd: projectRoot,
    env: { ...Object.fromEntries(inherited), NODE_ENV: 'production', VITE_API_URL: api },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const errorOutput = await text(child.stderr)
  if ((await ended) !== 0) throw new Error(errorOutput)
}

const types: { readonly [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
}

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

export interface StaticHost {
  readonly origin: string
  close(): void
}

/**
 * A static web server as docs/another-origin.md describes: every path that is not a file returns
 * the page.
 */
export async function hostPages(folder: string): Promise<StaticHost> {
  const server: Server = createServer((request, response) => {
    const requestedPath = join(folder, new URL(request.url ?? '/', 'http://page').pathname)
    const path = isFile(requestedPath) ? requestedPath : join(folder, 'index.html')
    response.writeHead(200, {
      'content-type': types[extname(path)] ?? 'application/octet-stream',
      'content-security-policy': "frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    response.end(readFileSync(path))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  }
}

/** A program folder whose pages were built for another API. */
export function programWithPages(pages: string, folder: string): string {
  mkdirSync(join(folder, 'dist'), { recursive: true })
  for (const part of ['node_modules', 'locales', 'server', 'dist/prerender'])
    symlinkSync(join(projectRoot, part), join(folder, part))
  cpSync(join(projectRoot, 'package.json'), join(folder, 'package.json'))
  cpSync(join(projectRoot, 'dist/server'), join(folder, 'dist/server'), { recursive: true })
  symlinkSync(pages, join(folder, 'dist/browser'))
  return folder
}
