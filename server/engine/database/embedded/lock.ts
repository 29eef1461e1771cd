/** One owner per data directory: two engines on one directory would lose each other's rows without an error. */
import { createHash } from 'node:crypto'
import { closeSync, openSync, rmSync, statSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { basename, dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseRefusal } from '../refusal.ts'
import { isLeftOpen } from './directory.ts'

/** Longest path of a Unix socket that every system takes. */
const maxSocketPath = 100

interface SocketPlace {
  readonly path: string
  /** Lets go of what the path is made with. */
  readonly leave: () => void
}

/**
 * A socket beside the directory; the kernel lets go of it when the process ends, however it ends. It lies in the same folder as the data for everyone,
 * whatever the length of the path or the temporary folder: a long path is shortened by a handle of the folder.
 */
function socketOf(directory: string): SocketPlace {
  if (process.platform === 'win32') {
    const name = createHash('sha256').update(directory).digest('hex').slice(0, 32)
    return { path: `\\\\.\\pipe\\matricola-${name}`, leave: () => undefined }
  }
  const beside = `${directory}.lock`
  if (Buffer.byteLength(beside) <= maxSocketPath) return { path: beside, leave: () => undefined }
  const name = basename(beside)
  if (process.platform !== 'linux' || Buffer.byteLength(name) > maxSocketPath / 2)
    throw new DatabaseRefusal(`The path ${directory} is too long. Set DATA_DIR to one of fewer than ${maxSocketPath - 14} bytes.`)
  const folder = openSync(dirname(directory), 'r')
  return { path: `/proc/self/fd/${folder}/${name}`, leave: () => closeSync(folder) }
}

/** Milliseconds that somebody who saw the dead owner's socket at the same moment may need to take away the new one's. */
const settleMs = 50
/** Interval at which an owner looks whether its socket is still there. */
const lookMs = 500
/** Time that an owner may need to put its socket back after somebody has removed it. */
const returnMs = 5 * lookMs

/**
 * Takes `directory`, a real path, for this process. Throws `DatabaseRefusal` when another holds it. Answers how to let go. Of several
 * who find the socket of a dead owner at once, one alone takes its place: each removes only what it has seen to be dead.
 * A socket that somebody removes is put back; `onLost` is called when another has taken its place all the same.
 */
export async function lockDirectory(directory: string, onLost: () => void): Promise<() => Promise<void>> {
  const place = socketOf(directory)
  try {
    const held = await take(directory, place.path)
    const guard = watch(place.path, held, onLost)
    return async () => {
      await guard.stop()
      place.leave()
    }
  } catch (error) {
    place.leave()
    throw error
  }
}

interface Held {
  readonly server: Server
  readonly identity: string | null
}

async function take(directory: string, path: string): Promise<Held> {
  // A database that was not closed has an owner, or the socket of a dead one: where there is neither, somebody removed it.
  if (process.platform !== 'win32' && identityOf(path) === null && isLeftOpen(directory)) await pause(returnMs)
  for (let attempt = 1; ; attempt++) {
    const seen = identityOf(path)
    try {
      const held = await listen(path)
      if (attempt > 1) await pause(settleMs)
      if (identityOf(path) === held.identity) return held
      // Not closed: that would remove the socket of who holds the directory now.
      throw inUse(directory, '')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw refusalOf(directory, error)
      const owner = await ownerOf(path)
      if (owner !== null || attempt === 5) throw inUse(directory, owner)
      if (identityOf(path) === seen) rmSync(path, { force: true })
    }
  }
}

const inUse = (directory: string, owner: string | null) =>
  new DatabaseRefusal(
    `The data directory ${directory} is in use by another process${owner ? ` (${owner})` : ''}. Stop that one first, or use DATABASE_URL: the embedded database serves one process.`,
  )

/** Why no socket can be made beside the data, by the code of the system. */
const noSocket: { readonly [code: string]: string } = {
  EROFS: 'its disk is read-only. Mount it for writing, then start again.',
  ENOSPC: 'its disk is full. Make room on that disk, then start again. Nothing was lost.',
  EDQUOT: 'its disk is full for this user. Make room on that disk, then start again. Nothing was lost.',
  EACCES: 'this user may not write there. Give the folder to the user that runs the program.',
  EPERM: 'its file system holds no sockets, or this user may not write there. Set DATA_DIR to a folder on a disk of this machine.',
  ENOTSUP: 'its file system holds no sockets. Set DATA_DIR to a folder on a disk of this machine.',
  EOPNOTSUPP: 'its file system holds no sockets. Set DATA_DIR to a folder on a disk of this machine.',
}

function refusalOf(directory: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (error instanceof DatabaseRefusal || code === undefined) return error
  return new DatabaseRefusal(
    `The embedded database in ${directory} cannot be opened: ${noSocket[code] ?? `its lock cannot be made (${code}).`}`,
  )
}

/** Looks after the socket. One that was removed is put back under a new server; the older one stays, since ending it would remove the new one's name. */
function watch(path: string, first: Held, onLost: () => void): { stop(): Promise<void> } {
  let held = first
  let looking: Promise<void> = Promise.resolve()
  let isOver = false
  const lose = () => {
    isOver = true
    clearInterval(timer)
    onLost()
  }
  async function look(): Promise<void> {
    const found = identityOf(path)
    if (isOver || found === held.identity) return
    if (found !== null) return lose()
    try {
      held = await listen(path)
    } catch (error) {
      // Of a folder that cannot be written to at the moment nobody else can take it either.
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') lose()
    }
  }
  const timer = setInterval(() => {
    looking = looking.then(look).catch(() => undefined)
  }, lookMs).unref()
  return {
    async stop() {
      clearInterval(timer)
      await looking
      const isOurs = !isOver && identityOf(path) === held.identity
      isOver = true
      if (isOurs) await new Promise<void>((resolve) => held.server.close(() => resolve()))
    },
  }
}

/** Tells a socket from one that took its name; null where there is no file, as for the pipes of Windows, which leave none behind. */
function identityOf(path: string): string | null {
  if (process.platform === 'win32') return null
  const file = statSync(path, { bigint: true, throwIfNoEntry: false })
  return file ? `${file.ino} ${file.ctimeNs}` : null
}

function listen(path: string): Promise<Held> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.on('error', () => undefined).end(String(process.pid)))
    server.once('error', reject)
    server.listen(path, () => {
      server.unref()
      resolve({ server, identity })
    })
    // The socket is there as soon as `listen` comes back.
    const identity = identityOf(path)
  })
}

/** Process id of who listens, an empty text for a silent one, null when nobody does. */
function ownerOf(path: string): Promise<string | null> {
  return new Promise((resolve) => {
    let heard = ''
    const socket = connect(path)
    socket.setTimeout(1_000, () => {
      socket.destroy()
      resolve(heard)
    })
    socket.on('data', (data) => {
      heard += data
    })
    socket.on('end', () => resolve(heard))
    socket.on('error', () => resolve(null))
  })
}
