/**
 * Makes the files of the embedded engine durable. As shipped, it never calls fsync, so commits
 * would not survive a power failure.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** Number of syncs of files and directories. The self-test at startup checks that it grows. */
export const syncCounter = { count: 0 }

interface Stream {
  readonly nfd?: number
}
type NodeOperation = (...nodes: unknown[]) => unknown
interface HostFileSystem {
  readonly stream_ops: { fsync?: (stream: Stream) => number }
  readonly node_ops: { [operation: string]: NodeOperation | undefined }
  realPath(node: unknown): string
}
/**
 * The part of the engine's module that is used here. It moved between versions, so the version is
 * pinned and `hostFiles` checks it.
 */
interface EngineModule {
  readonly NODEFS?: HostFileSystem
  readonly FS?: { readonly filesystems?: { readonly NODEFS?: HostFileSystem } }
}
type PreRun = ((module: EngineModule) => void)[]

/** The engine's file system on the host's disk, with fsync. */
export class DurableFiles extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const initialised = await super.init(...args)
    // `preRun` takes functions that receive the Emscripten module, for which the engine has no
    // type.
    const options = initialised.emscriptenOpts as {
      preRun?: PreRun
      printErr?: (line: string) => void
    }
    const { printErr } = options
    options.printErr = (line) => {
      lastFatalMessage.text = /(?:FATAL|PANIC): +(.+)/.exec(line)?.[1] ?? lastFatalMessage.text
      printErr?.(line)
    }
    options.preRun = [...(options.preRun ?? []), (module) => makeDurable(hostFiles(module))]
    return initialised
  }
}

function hostFiles(module: EngineModule): HostFileSystem {
  const found = module.NODEFS ?? module.FS?.filesystems?.NODEFS
  if (!found)
    throw new Error(
      'unsupported version of the embedded database: its file system was not found, so its files cannot be synced',
    )
  return found
}

/** Error codes of fsync for things that cannot be synced, such as a pipe. */
const unsyncableErrors = new Set(['EISDIR', 'EINVAL', 'EPERM', 'EBADF'])

function makeDurable(files: HostFileSystem): void {
  files.stream_ops.fsync = ({ nfd }) => {
    if (nfd === undefined || nfd === null) return 0
    syncCounter.count++
    try {
      fsyncSync(nfd)
    } catch (error) {
      if (!unsyncableErrors.has((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
    return 0
  }
  // Creating, renaming or removing a file is durable only once its directory is synced.
  for (const operation of ['rename', 'mknod', 'unlink', 'mkdir', 'rmdir']) {
    const original = files.node_ops[operation]
    if (!original) continue
    files.node_ops[operation] = (...nodes) => {
      const result = original(...nodes)
      try {
        syncDirectory(files.realPath(operation === 'rename' ? nodes[1] : nodes[0]))
      } catch (error) {
        // The directory itself may have been removed.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      }
      return result
    }
  }
}

/** Syncs a directory, which makes the names of its entries durable. */
function syncDirectory(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
    syncCounter.count++
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

/**
 * Name prefix of directories in which a new database is built. They are never opened as a database.
 */
const draftPrefixOf = (directory: string) => `${basename(directory)}.new-`

/**
 * Creates a database in a missing or empty directory. It is built in a sibling directory, synced,
 * then renamed, so that an incomplete database is never opened. Throws the errors of `build`, and
 * an error if the target is not empty.
 */
export async function initialiseDirectory(
  directory: string,
  build: (directory: string) => Promise<void>,
): Promise<void> {
  const parent = dirname(directory)
  removeDrafts(parent, draftPrefixOf(directory))
  const draft = join(parent, `${draftPrefixOf(directory)}${process.pid}`)
  mkdirSync(draft, { mode: 0o700 })
  try {
    await build(draft)
    syncTree(draft)
    // Windows cannot rename over an existing directory. `rmdir` fails if the directory is not
    // empty, so nothing is lost.
    if (existsSync(directory)) rmdirSync(directory)
    renameSync(draft, directory)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
  syncDirectory(parent)
}

/** Removes the directories that interrupted first starts left behind. */
function removeDrafts(parent: string, draft: string): void {
  const isDraft = (name: string) => name.startsWith(draft) && /^\d+$/.test(name.slice(draft.length))
  for (const name of readdirSync(parent))
    if (isDraft(name)) rmSync(join(parent, name), { recursive: true, force: true })
}

/** The engine's last fatal message. Its errors do not contain the reason. */
export const lastFatalMessage: { text: string | undefined } = { text: undefined }
