/** One owner per data directory: two engines on one directory would lose each other's rows without an error. */
import { createHash } from 'node:crypto'
import { realpathSync, rmSync, statSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseRefusal } from './refusal.ts'

/** Longest path of a Unix socket that every system takes. */
const maxSocketPath = 100

/** A socket beside the directory; the kernel lets go of it when the process ends, however it ends. */
function socketOf(directory: string): string {
  const real = join(realpathSync(dirname(directory)), basename(directory))
  const name = createHash('sha256').update(real).digest('hex').slice(0, 32)
  if (process.platform === 'win32') return `\\\\.\\pipe\\matricola-${name}`
  const beside = `${real}.lock`
  return Buffer.byteLength(beside) <= maxSocketPath ? beside : join(tmpdir(), `matricola-${name}.lock`)
}

/** How long somebody may need who saw the dead owner's socket at the same moment to take away the new one's, in milliseconds. */
const settleMs = 50

/**
 * Takes the directory for this process. Throws `DatabaseRefusal` when another holds it. Answers how to let go. Of several
 * who find the socket of a dead owner at once, one alone takes its place: each removes only what it has seen to be dead.
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const path = socketOf(directory)
  for (let attempt = 1; ; attempt++) {
    const seen = identityOf(path)
    try {
      const { server, identity } = await listen(path)
      if (attempt > 1) await pause(settleMs)
      if (identityOf(path) === identity) return () => new Promise((resolve) => server.close(() => resolve()))
      // Not closed: that would remove the socket of who holds the directory now.
      throw inUse(directory, '')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
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

/** Tells a socket from one that took its name; null where there is no file, as for the pipes of Windows, which leave none behind. */
function identityOf(path: string): string | null {
  if (process.platform === 'win32') return null
  const file = statSync(path, { bigint: true, throwIfNoEntry: false })
  return file ? `${file.ino} ${file.ctimeNs}` : null
}

function listen(path: string): Promise<{ readonly server: Server; readonly identity: string | null }> {
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
