import { randomBytes } from 'node:crypto'
import { link, open, readFile, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder, syncFolder } from './ports/durable.ts'

/** Keys of this installation, each 32 random bytes, kept in `DATA_DIR/keys` apart from the database and its backups. */
export interface SecretKeys {
  /** Pepper of password hashes. */
  readonly pepper: Uint8Array
  /** AES-256-GCM key of national ids. */
  readonly encryption: Uint8Array
  /** HMAC key of blind indexes and of limiter subjects. */
  readonly index: Uint8Array
}

const keyBytes = 32

/**
 * The keys under `dataDir/keys`, one file each (64 hexadecimal digits, mode 0600). What is missing is made first; of
 * two processes that start at once, the first one's key counts for both. Throws for a file that holds no such key.
 */
export async function loadSecretKeys(dataDir: string): Promise<SecretKeys> {
  const folder = join(dataDir, 'keys')
  await makeFolder(folder)
  return { pepper: await load(folder, 'pepper'), encryption: await load(folder, 'encryption'), index: await load(folder, 'index') }
}

async function load(folder: string, name: string): Promise<Uint8Array> {
  const path = join(folder, name)
  const stored = await readFile(path, 'utf8').catch(unlessMissing)
  const text = stored ?? (await create(path))
  if (!/^[0-9a-f]{64}\s*$/.test(text)) throw new Error(`the key file keys/${name} must hold 64 hexadecimal digits`)
  return Buffer.from(text.trim(), 'hex')
}

/** Linking a finished file into place is atomic and never replaces a key that another process has made meanwhile. */
async function create(path: string): Promise<string> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(`${randomBytes(keyBytes).toString('hex')}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await link(draft, path).catch(unlessTaken)
  await unlink(draft)
  await syncFolder(dirname(path))
  return await readFile(path, 'utf8')
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

function unlessMissing(error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null
  throw error
}

function unlessTaken(error: unknown): void {
  if (codeOf(error) !== 'EEXIST') throw error
}
