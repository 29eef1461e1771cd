/** Files of the embedded engine, made durable. As shipped it never calls fsync: what it calls committed would not survive a power cut. */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** Number of times that a file or directory was synced. The self-test at start watches it. */
export const syncs = { count: 0 }

interface Stream {
  readonly nfd?: number
}
type NodeOperation = (...nodes: unknown[]) => unknown
interface HostFiles {
  readonly stream_ops: { fsync?: (stream: Stream) => number }
  readonly node_ops: { [operation: string]: NodeOperation | undefined }
  realPath(node: unknown): string
}
/** Part of the engine's module used here. Its name changed between versions, so the version is pinned and `hostFiles` checks. */
interface EngineModule {
  readonly NODEFS?: HostFiles
  readonly FS?: { readonly filesystems?: { readonly NODEFS?: HostFiles } }
}
type PreRun = ((module: EngineModule) => void)[]

/** The engine's file system on the host's disk, with fsync. */
export class DurableFiles extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const made = await super.init(...args)
    // `preRun` takes functions of the Emscripten module, which the engine's types leave open.
    const options = made.emscriptenOpts as { preRun?: PreRun; printErr?: (line: string) => void }
    const { printErr } = options
    options.printErr = (line) => {
      lastWords.text = /(?:FATAL|PANIC): +(.+)/.exec(line)?.[1] ?? lastWords.text
      printErr?.(line)
    }
    options.preRun = [...(options.preRun ?? []), (module) => makeDurable(hostFiles(module))]
    return made
  }
}

function hostFiles(module: EngineModule): HostFiles {
  const found = module.NODEFS ?? module.FS?.filesystems?.NODEFS
  if (!found) throw new Error('the embedded database has changed inside: its files cannot be synced')
  return found
}

/** Errors of fsync on what cannot be synced, such as a pipe. */
const harmless = new Set(['EISDIR', 'EINVAL', 'EPERM', 'EBADF'])

function makeDurable(files: HostFiles): void {
  files.stream_ops.fsync = ({ nfd }) => {
    if (nfd === undefined || nfd === null) return 0
    syncs.count++
    try {
      fsyncSync(nfd)
    } catch (error) {
      if (!harmless.has((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
    return 0
  }
  // A file's new name, or its end, lasts only once its directory is synced.
  for (const operation of ['rename', 'mknod', 'unlink', 'mkdir', 'rmdir']) {
    const original = files.node_ops[operation]
    if (!original) continue
    files.node_ops[operation] = (...nodes) => {
      const result = original(...nodes)
      try {
        syncDirectory(files.realPath(operation === 'rename' ? nodes[1] : nodes[0]))
      } catch (error) {
        // The directory itself may be gone by now.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      }
      return result
    }
  }
}

/** Syncs a directory: the names in it last from now on. */
function syncDirectory(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
    syncs.count++
  } finally {
    closeSync(handle)
  }
}

function syncTree(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name)
    if (entry.isDirectory()) syncTree(inner)
    else if (entry.isFile()) {
      const handle = openSync(inner, 'r+')
      fsyncSync(handle)
      closeSync(handle)
    }
  }
  syncDirectory(path)
}

/** Names of what is built beside a directory before it takes its place; nothing is ever served from there. */
const draftOf = (directory: string) => `${basename(directory)}.new-`

/**
 * Makes a database in a directory that is absent or empty: built beside it, synced, then renamed, so that a half-made one is never
 * taken for whole. Throws what building throws, and where anything lies in the directory: the system renames over empty ones alone.
 */
export async function initialise(directory: string, build: (directory: string) => Promise<void>): Promise<void> {
  const parent = dirname(directory)
  removeDrafts(parent, draftOf(directory))
  const draft = join(parent, `${draftOf(directory)}${process.pid}`)
  mkdirSync(draft, { mode: 0o700 })
  try {
    await build(draft)
    syncTree(draft)
    // Windows renames over nothing at all. Of a directory that is not empty neither takes anything away.
    if (existsSync(directory)) rmdirSync(directory)
    renameSync(draft, directory)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
  syncDirectory(parent)
}

/** Removes what first starts that were cut off have left: no database was ever opened under such a name. */
function removeDrafts(parent: string, draft: string): void {
  const isDraft = (name: string) => name.startsWith(draft) && /^\d+$/.test(name.slice(draft.length))
  for (const name of readdirSync(parent)) if (isDraft(name)) rmSync(join(parent, name), { recursive: true, force: true })
}

/** The last words of the engine before it gave up: its own reason, which its errors do not carry. */
export const lastWords: { text: string | undefined } = { text: undefined }
