import { createHash, randomBytes } from 'node:crypto'
import { link, open, readFile, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseRefusal } from './database/refusal.ts'
import { makeFolder, syncFolder } from './ports/durable.ts'

/**
 * Keys of this installation, 32 random bytes each. They are stored in `DATA_DIR/keys`, apart from
 * the database and its backups.
 */
export interface SecretKeys {
  /** Pepper of password hashes. */
  readonly pepper: Uint8Array
  /** AES-256-GCM key for encrypted values. */
  readonly encryption: Uint8Array
  /** HMAC key of blind indexes and of rate limit subjects. */
  readonly index: Uint8Array
}

const keyBytes = 32
const names = ['pepper', 'encryption', 'index'] as const satisfies readonly (keyof SecretKeys)[]

/**
 * Returns a hash of the keys. It identifies the keys that a backup was encrypted with, without
 * revealing them.
 */
export function keysFingerprint(keys: SecretKeys): string {
  const hash = createHash('sha256').update('matricola backup')
  for (const name of names) hash.update(keys[name])
  return hash.digest('hex')
}

/**
 * Returns the keys in `dataDir/keys`, one file each (64 hexadecimal digits, mode 0600). Creates
 * missing ones. If two processes start at the same time, both use the key that was created first.
 * Throws `DatabaseRefusal` for an invalid file.
 */
export async function ensureSecretKeys(dataDir: string): Promise<SecretKeys> {
  const folder = join(dataDir, 'keys')
  await makeFolder(folder)
  const load = async (name: string) =>
    (await read(folder, name)) ?? keyIn(await create(join(folder, name)), folder, name)
  return {
    pepper: await load('pepper'),
    encryption: await load('encryption'),
    index: await load('index'),
  }
}

/** Returns the existing keys. Throws `DatabaseRefusal` if one is missing or invalid. */
export async function readSecretKeys(dataDir: string): Promise<SecretKeys> {
  const folder = join(dataDir, 'keys')
  const [pepper, encryption, index] = await Promise.all(names.map((name) => read(folder, name)))
  if (pepper && encryption && index) return { pepper, encryption, index }
  const found: Partial<{ [K in keyof SecretKeys]: Uint8Array | null | undefined }> = {
    pepper,
    encryption,
    index,
  }
  const missing = names.filter((name) => !found[name])
  throw new DatabaseRefusal(
    `Missing in ${folder}: ${missing.join(' and ')}. The data was encrypted with these keys. ${restoreHint}`,
  )
}

const restoreHint =
  'Restore your copy of that folder, or set DATA_DIR to the folder that has the keys. Nothing was changed.'

async function read(folder: string, name: string): Promise<Uint8Array | null> {
  const text = await readFile(join(folder, name), 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null
    throw new DatabaseRefusal(
      `The key file ${join(folder, name)} cannot be read (${String(codeOf(error))}). ${restoreHint}`,
    )
  })
  return text === null ? null : keyIn(text, folder, name)
}

function keyIn(text: string, folder: string, name: string): Uint8Array {
  if (!/^[0-9a-f]{64}\s*$/.test(text))
    throw new DatabaseRefusal(
      `The key file ${join(folder, name)} is damaged: it must contain 64 hexadecimal digits. ${restoreHint}`,
    )
  return Buffer.from(text.trim(), 'hex')
}

/**
 * Creates a key file. Linking the finished file into place is atomic and never replaces a key that
 * another process created first.
 */
async function create(path: string): Promise<string> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(`${randomBytes(keyBytes).toString('hex')}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await link(draft, path).catch(ignoreExisting)
  await unlink(draft)
  await syncFolder(dirname(path))
  return await readFile(path, 'utf8')
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? error.code : undefined

function ignoreExisting(error: unknown): void {
  if (codeOf(error) !== 'EEXIST') throw error
}
