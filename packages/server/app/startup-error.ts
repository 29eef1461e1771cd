import { dirname, isAbsolute, relative } from 'node:path'
import { DeclarationError } from '@matricola/schema/checks/registry.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import { ConfigError } from '../config.ts'
import { isDataCorruption } from '../database/corruption.ts'
import { DatabaseRefusal } from '../database/refusal.ts'
import { translateError } from '../database/translate-error.ts'
import { CommandRefusal } from './commands/command.ts'

/** Why a database server cannot be used, by error code of Node.js or PostgreSQL. */
const connectionErrors: { readonly [code: string]: string } = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'the host name cannot be resolved',
  EAI_AGAIN: 'the host name cannot be resolved at the moment',
  ETIMEDOUT: 'the connection timed out',
  ECONNRESET: 'the server closed the connection',
  '28000': 'the server rejects the user',
  '28P01': 'the password is wrong',
  '3D000': 'the database does not exist',
}

const databaseTimeoutText =
  'The database did not respond in time. The machine may be overloaded, or the database may be starting or stopping. No change is half done. Check the load of that machine, then try again.'

/** Failures that may not occur on a retry, by error code. */
const failures: { readonly [code: string]: string } = {
  'database.unavailable': databaseTimeoutText,
  'server.busy': databaseTimeoutText,
  'files.unavailable':
    'The file store cannot be reached or used. Check FILES_URL, or the folder DATA_DIR/files, and that the server of the store is running. No change is half done.',
}

/** The messages name no field. */
const noResources = { resources: [] }

/**
 * Returns the message about a failed start for the operator: one line if the operator can act on
 * it, else all details.
 */
export function startupErrorText(
  error: unknown,
  config?: { readonly host: string; readonly port: number; readonly dataDir: string },
): string {
  if (
    error instanceof ConfigError ||
    error instanceof CommandRefusal ||
    error instanceof DatabaseRefusal
  )
    return error.message
  if (error instanceof DeclarationError)
    return `Startup failed because of errors in declarations:\n${error.message.replace(/^/gm, '  ')}`
  const { code, syscall, path } = (error ?? {}) as {
    code?: unknown
    syscall?: unknown
    path?: unknown
  }
  if (config && syscall === 'listen') return listenErrorText(String(code), config)
  if (
    config &&
    typeof code === 'string' &&
    ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR'].includes(code) &&
    error instanceof Error
  )
    return `${folderOf(path, config.dataDir)} cannot be written to: ${error.message}`
  if (code === '53100')
    return 'The disk of the database is full. Free some space, then start again. No data was lost.'
  if (isDataCorruption(error) && error instanceof Error)
    return `The database is damaged (${error.message}). Keep a copy of its files, check the disk, and restore the latest complete backup with npm run db:restore.`
  const reason = typeof code === 'string' ? connectionErrors[code] : undefined
  if (reason) return `Cannot connect to DATABASE_URL: ${reason} (${String(code)}).`
  const failure = translateError(noResources, error)
  const line = failure instanceof AppError ? failures[failure.code] : undefined
  if (line !== undefined)
    return typeof code === 'string' && !(error instanceof AppError)
      ? line.replace('in time', `in time (${code})`)
      : line
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Names the folder of a file: `DATA_DIR`, or another one, such as that of a backup. */
function folderOf(path: unknown, dataDir: string): string {
  if (typeof path !== 'string') return `DATA_DIR ${dataDir}`
  const relativePath = relative(dataDir, path)
  return relativePath.startsWith('..') || isAbsolute(relativePath)
    ? `The folder ${dirname(path)}`
    : `DATA_DIR ${dataDir}`
}

function listenErrorText(
  code: string,
  { host, port }: { readonly host: string; readonly port: number },
): string {
  if (code === 'EADDRINUSE')
    return `PORT ${port} on ${host} is in use by another program. Stop that program, or set PORT to a free port.`
  if (code === 'EACCES') return `This user may not use PORT ${port}. Set PORT to a port above 1023.`
  return `Cannot listen on HOST ${host} (${code}). Set HOST to an address of this machine.`
}
