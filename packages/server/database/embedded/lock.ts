/**
 * Allows one process per data directory. Two engines on the same directory would silently lose each
 * other's rows.
 */
import { createHash } from 'node:crypto'
import { closeSync, openSync, rmSync, statSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { basename, dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseRefusal } from '../refusal.ts'
import { wasNotShutDown } from './directory.ts'

/** Maximum length of a Unix socket's path on every supported system. */
const maxSocketPath = 100

interface SocketAddress {
  readonly path: string
  /** Closes the folder that the path refers to. */
  readonly release: () => void
}

/**
 * Returns the path of the lock's socket, which is next to the directory. The kernel closes the
 * socket when the process ends for any reason. The path does not depend on the temporary folder, so
 * all processes use the same one. A long path is shortened through `/proc/self/fd`.
 */
function socketOf(directory: string): SocketAddress {
  if (process.platform === 'win32') {
    const name = createHash('sha256').update(directory).digest('hex').slice(0, 32)
    return { path: `\\\\.\\pipe\\matricola-${name}`, release: () => undefined }
  }
  const socketPath = `${directory}.lock`
  if (Buffer.byteLength(socketPath) <= maxSocketPath)
    return { path: socketPath, release: () => undefined }
  const name = basename(socketPath)
  if (process.platform !== 'linux' || Buffer.byteLength(name) > maxSocketPath / 2)
    throw new DatabaseRefusal(
      `The path ${directory} is too long. Set DATA_DIR to a path of fewer than ${maxSocketPath - 14} bytes.`,
    )
  const folder = openSync(dirname(directory), 'r')
  return { path: `/proc/self/fd/${folder}/${name}`, release: () => closeSync(folder) }
}

/**
 * Time in milliseconds within which another process that saw the same stale socket could still
 * remove the new one.
 */
const settleMs = 50
/** Interval in milliseconds at which the owner checks its socket. */
const checkMs = 500
/** Time in milliseconds that an owner may need to recreate a removed socket. */
const recreateMs = 5 * checkMs

/**
 * Locks `directory`, which must be a real path, for this process, and returns a function that
 * unlocks it. Throws `DatabaseRefusal` if another process holds the lock. If several processes find
 * a stale socket at the same time, only one gets the lock, because each removes only the stale
 * socket that it saw. The owner recreates a removed socket, and calls `onLost` if another process
 * was faster.
 */
export async function lockDirectory(
  directory: string,
  onLost: () => void,
): Promise<() => Promise<void>> {
  const socketAddress = socketOf(directory)
  try {
    const lockSocket = await acquire(directory, socketAddress.path)
    const guard = watch(socketAddress.path, lockSocket, onLost)
    return async () => {
      await guard.stop()
      socketAddress.release()
    }
  } catch (error) {
    socketAddress.release()
    throw error
  }
}

interface LockSocket {
  readonly server: Server
  readonly identity: string | null
}

async function acquire(directory: string, path: string): Promise<LockSocket> {
  // An unclean database without a socket may still have an owner whose socket was removed. The
  // owner gets time to recreate the socket.
  if (process.platform !== 'win32' && socketIdentity(path) === null && wasNotShutDown(directory))
    await pause(recreateMs)
  for (let attempt = 1; ; attempt++) {
    const identity = socketIdentity(path)
    try {
      const lockSocket = await listen(path)
      if (attempt > 1) await pause(settleMs)
      if (socketIdentity(path) === lockSocket.identity) return lockSocket
      // The server is not closed, as that would remove the socket of the current owner.
      throw inUseError(directory, '')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE')
        throw lockErrorOf(directory, error)
      const owner = await findOwner(path)
      if (owner !== null || attempt === 5) throw inUseError(directory, owner)
      if (socketIdentity(path) === identity) rmSync(path, { force: true })
    }
  }
}

const inUseError = (directory: string, owner: string | null) =>
  new DatabaseRefusal(
    `The data directory ${directory} is in use by another process${owner ? ` (${owner})` : ''}. Stop that process first, or use DATABASE_URL: only one process can use the embedded database.`,
  )

/** Why the socket cannot be created, by system error code. */
const socketErrorTexts: { readonly [code: string]: string } = {
  EROFS: 'its disk is read-only. Mount it as writable, then start again.',
  ENOSPC: 'its disk is full. Free some space, then start again. No data was lost.',
  EDQUOT:
    'the disk quota of this user is exceeded. Free some space, then start again. No data was lost.',
  EACCES:
    'this user may not write there. Change the owner of the folder to the user that runs the program.',
  EPERM:
    'its file system does not support sockets, or this user may not write there. Set DATA_DIR to a folder on a local disk.',
  ENOTSUP: 'its file system does not support sockets. Set DATA_DIR to a folder on a local disk.',
  EOPNOTSUPP: 'its file system does not support sockets. Set DATA_DIR to a folder on a local disk.',
}

function lockErrorOf(directory: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (error instanceof DatabaseRefusal || code === undefined) return error
  return new DatabaseRefusal(
    `The embedded database in ${directory} cannot be opened: ${socketErrorTexts[code] ?? `its lock cannot be created (${code}).`}`,
  )
}

/**
 * Watches the socket and recreates it if it was removed. The old server stays open, because closing
 * it would remove the new socket's file.
 */
function watch(path: string, first: LockSocket, onLost: () => void): { stop(): Promise<void> } {
  let lockSocket = first
  let checking: Promise<void> = Promise.resolve()
  let isStopped = false
  const handleLoss = () => {
    isStopped = true
    clearInterval(timer)
    onLost()
  }
  async function check(): Promise<void> {
    const found = socketIdentity(path)
    if (isStopped || found === lockSocket.identity) return
    if (found !== null) return handleLoss()
    try {
      lockSocket = await listen(path)
    } catch (error) {
      // In a folder that is temporarily not writable, no other process can take the lock either.
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') handleLoss()
    }
  }
  const timer = setInterval(() => {
    checking = checking.then(check).catch(() => undefined)
  }, checkMs).unref()
  return {
    async stop() {
      clearInterval(timer)
      await checking
      const isOwnSocket = !isStopped && socketIdentity(path) === lockSocket.identity
      isStopped = true
      if (isOwnSocket)
        await new Promise<void>((resolve) => lockSocket.server.close(() => resolve()))
    },
  }
}

/**
 * Distinguishes a socket from a later one at the same path. Null if the path has no socket, and
 * always on Windows, where pipes have no file.
 */
function socketIdentity(path: string): string | null {
  if (process.platform === 'win32') return null
  const file = statSync(path, { bigint: true, throwIfNoEntry: false })
  return file ? `${file.ino} ${file.ctimeNs}` : null
}

function listen(path: string): Promise<LockSocket> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) =>
      socket.on('error', () => undefined).end(String(process.pid)),
    )
    server.once('error', reject)
    server.listen(path, () => {
      server.unref()
      resolve({ server, identity })
    })
    // The file exists as soon as `listen` returns.
    const identity = socketIdentity(path)
  })
}

/**
 * Returns the process id of the listener, an empty string if it does not answer, or null if nothing
 * listens.
 */
function findOwner(path: string): Promise<string | null> {
  return new Promise((resolve) => {
    let received = ''
    const socket = connect(path)
    socket.setTimeout(1_000, () => {
      socket.destroy()
      resolve(received)
    })
    socket.on('data', (data) => {
      received += data
    })
    socket.on('end', () => resolve(received))
    socket.on('error', () => resolve(null))
  })
}
