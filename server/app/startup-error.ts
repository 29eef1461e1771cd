import { dirname, isAbsolute, relative } from 'node:path'
import { DeclarationError } from '#model/checks/registry.ts'
import { AppError } from '#model/wire/errors.ts'
import { ConfigError } from '#server/engine/config.ts'
import { isDataCorruption } from '#server/engine/database/corruption.ts'
import { DatabaseRefusal } from '#server/engine/database/refusal.ts'
import { translateError } from '#server/engine/database/translate-error.ts'
import { CommandRefusal } from './commands/command.ts'

/** Why a database server cannot be used, by error code of Node.js or PostgreSQL. */
const unreachable: { readonly [code: string]: string } = {
  ECONNREFUSED: 'nothing answers there',
  ENOTFOUND: 'its host has no address',
  EAI_AGAIN: 'its host has no address at the moment',
  ETIMEDOUT: 'it does not answer',
  ECONNRESET: 'it ended the connection',
  '28000': 'it refuses the user',
  '28P01': 'it refuses the password',
  '3D000': 'it has no database of that name',
}

const databaseTimeoutText =
  'The database did not answer in time: the machine is too busy, or the database is starting or stopping. Nothing is half done. See what else runs on that machine, then try again.'

/** Failures that may not occur on a retry, by error code. */
const failures: { readonly [code: string]: string } = {
  'database.unavailable': databaseTimeoutText,
  'server.busy': databaseTimeoutText,
  'files.unavailable':
    'The store of files cannot be reached or used. See FILES_URL, or the folder DATA_DIR/files, and whether its server runs. Nothing is half done.',
}

/** Returns the message about a failed start for the operator: one line if the operator can act on it, else all details. */
export function startupErrorText(
  error: unknown,
  config?: { readonly host: string; readonly port: number; readonly dataDir: string },
): string {
  if (error instanceof ConfigError || error instanceof CommandRefusal || error instanceof DatabaseRefusal) return error.message
  if (error instanceof DeclarationError) return `Startup failed because of errors in declarations:\n${error.message.replace(/^/gm, '  ')}`
  const { code, syscall, path } = (error ?? {}) as { code?: unknown; syscall?: unknown; path?: unknown }
  if (config && syscall === 'listen') return listenErrorText(String(code), config)
  if (config && typeof code === 'string' && ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR'].includes(code) && error instanceof Error)
    return `${folderOf(path, config.dataDir)} cannot be written to: ${error.message}`
  if (code === '53100') return 'The disk of the database is full. Make room on that disk, then start again. Nothing was lost.'
  if (isDataCorruption(error) && error instanceof Error)
    return `The database is damaged (${error.message}). Keep what is there, look after its disk, and restore the newest whole backup with npm run db:restore.`
  const reason = typeof code === 'string' ? unreachable[code] : undefined
  if (reason) return `DATABASE_URL leads to a server that cannot be used: ${reason} (${String(code)}).`
  const failure = translateError(error)
  const line = failure instanceof AppError ? failures[failure.code] : undefined
  if (line !== undefined)
    return typeof code === 'string' && !(error instanceof AppError) ? line.replace('in time', `in time (${code})`) : line
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Names the folder of a file: `DATA_DIR`, or another one, such as that of a backup. */
function folderOf(path: unknown, dataDir: string): string {
  if (typeof path !== 'string') return `DATA_DIR ${dataDir}`
  const place = relative(dataDir, path)
  return place.startsWith('..') || isAbsolute(place) ? `The folder ${dirname(path)}` : `DATA_DIR ${dataDir}`
}

function listenErrorText(code: string, { host, port }: { readonly host: string; readonly port: number }): string {
  if (code === 'EADDRINUSE') return `PORT ${port} is taken by another program on ${host}. Stop that one, or set PORT to a free one.`
  if (code === 'EACCES') return `PORT ${port} may not be used by this user. Set PORT to one above 1023.`
  return `HOST ${host} cannot be listened on (${code}). Set HOST to an address of this machine.`
}
