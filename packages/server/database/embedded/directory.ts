/**
 * The directory of the embedded database. Only a missing or empty directory is initialised. Any
 * other is opened unchanged or rejected.
 */
import { lstatSync, readdirSync, readFileSync, realpathSync, statfsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseRefusal } from '../refusal.ts'
import type { EngineOpenError } from './protocol.ts'

const codeOf = (error: unknown) =>
  String((error as NodeJS.ErrnoException | null)?.code ?? 'unknown')

/**
 * Resolves a link to a directory on another disk. Throws `DatabaseRefusal` if the result is not a
 * directory.
 */
export function realDirectory(directory: string): string {
  const found = lstatSync(directory, { throwIfNoEntry: false })
  if (!found) return join(realpathSync(dirname(directory)), basename(directory))
  try {
    const real = realpathSync(directory)
    if (lstatSync(real).isDirectory()) return real
  } catch (error) {
    throw new DatabaseRefusal(
      found.isSymbolicLink() && codeOf(error) === 'ENOENT'
        ? `${directory} is a link to a folder that does not exist. Mount its disk, or correct the link. Nothing was changed.`
        : `${directory} cannot be opened (${codeOf(error)}). Nothing was changed.`,
    )
  }
  throw new DatabaseRefusal(
    `${directory} is not a folder. Move it, or set DATA_DIR to another folder. Nothing was changed.`,
  )
}

/**
 * Returns the major version of PostgreSQL that wrote the data; null for a missing or empty
 * directory. Throws `DatabaseRefusal` otherwise.
 */
export function findVersion(directory: string): string | null {
  try {
    if (readdirSync(directory).length === 0) return null
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw new DatabaseRefusal(`${directory} cannot be read (${codeOf(error)}). ${remedy}`)
  }
  try {
    return readFileSync(join(directory, 'PG_VERSION'), 'utf8').trim()
  } catch (error) {
    const reason =
      codeOf(error) === 'ENOENT'
        ? 'its file PG_VERSION is missing'
        : `its file PG_VERSION cannot be read (${codeOf(error)})`
    throw new DatabaseRefusal(
      `${directory} is not empty and not a complete database: ${reason}. ${remedy}`,
    )
  }
}

const remedy =
  'Nothing was changed. Put back the missing files, or move the folder, keep it, and restore the latest backup with npm run db:restore -- <file>.'

/** Offset of the cluster state in `pg_control`, and its value after a clean shutdown. */
const stateOffset = 16
const closedState = 1

/** Whether the database is running or was not shut down cleanly; false if there is none. */
export function wasNotShutDown(directory: string): boolean {
  try {
    return (
      readFileSync(join(directory, 'global/pg_control')).readUInt32LE(stateOffset) !== closedState
    )
  } catch (error) {
    return codeOf(error) !== 'ENOENT'
  }
}

/** Minimum free space to open the database, in bytes: one WAL segment and some pages. */
const minFreeBytes = 20e6

/** Returns a one-line error that says why the database could not be opened, and what to do. */
export function openingError(
  directory: string,
  { message, code, fatalMessage }: EngineOpenError,
): DatabaseRefusal {
  const all = `${code ?? ''} ${message} ${fatalMessage ?? ''}`
  const refusal = (reason: string) =>
    new DatabaseRefusal(`The embedded database in ${directory} cannot be opened: ${reason}`)
  if (/EROFS|Read-only file system/.test(all))
    return refusal('its disk is read-only. Mount it as writable, then start again.')
  if (
    /ENOSPC|EDQUOT|No space left|quota exceeded/i.test(all) ||
    freeSpace(directory) < minFreeBytes
  )
    return refusal('its disk is full. Free some space, then start again. No data was lost.')
  if (/EACCES|EPERM|Permission denied/.test(all))
    return refusal(
      'this user may not read and write all of its files. Change the owner of the folder to the user that runs the program.',
    )
  const corruption = fatalMessage ?? (code?.startsWith('XX') ? message : undefined)
  return refusal(
    corruption === undefined
      ? `${message}.`
      : `its files are damaged or incomplete (${corruption}). ${remedy}`,
  )
}

function freeSpace(directory: string): number {
  try {
    const { bavail, bsize } = statfsSync(dirname(directory))
    return bavail * bsize
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
