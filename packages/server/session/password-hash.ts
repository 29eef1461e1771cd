import argon2 from '@node-rs/argon2'
import { createTaskQueue } from '../task-queue.ts'

/**
 * Argon2id v1.3 with the installation's pepper as the secret. After a parameter is raised,
 * passwords are rehashed at the next sign-in.
 */
const algorithm = 2
const parameters = {
  algorithm,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
  outputLen: 32,
} as const
const currentPrefix = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`

/**
 * Hash of an unknown password. It is verified for usernames without an account, so that neither the
 * response nor its timing differs.
 */
const dummyHash = `${currentPrefix}SFmqCngLU5ijeJTiw+qhAA$JLtLPTT2+F+VCUbpkyKE2dk78KRrquyFe9pYaJvzazQ`

/**
 * Returns a password in the form in which it is hashed and compared, because some systems type `ă`
 * as one character and some as two. Nothing else is changed, because all other differences are
 * significant.
 */
export const normalizePassword = (password: string) => password.normalize('NFC')

/** Returns the hash to store. Throws `server.busy` if too many are being computed. */
export const hashPassword = (pepper: Uint8Array, password: string): Promise<string> =>
  queueHashing(() => argon2.hash(normalizePassword(password), { ...parameters, secret: pepper }))

/**
 * Whether a password matches the hash. Earlier versions hashed the password as typed. For their
 * hashes, the typed form and the decomposed form are tried after the normalized one. Without a
 * hash, it does the same work and returns false. Throws `server.busy`.
 */
export async function isCorrectPassword(
  pepper: Uint8Array,
  stored: string | null,
  password: string,
): Promise<boolean> {
  for (const candidate of new Set([
    normalizePassword(password),
    password,
    password.normalize('NFD'),
  ])) {
    const isMatch = await queueHashing(() =>
      argon2.verify(stored ?? dummyHash, candidate, { secret: pepper }),
    )
    if (isMatch) return stored !== null
  }
  return false
}

/** Whether a stored hash was made with weaker parameters than the current ones. */
export const isOutdatedHash = (stored: string) => !stored.startsWith(currentPrefix)

/** Limits parallel hashing: each hash takes 19 MiB of memory and about 40 ms of a core. */
const queueHashing = createTaskQueue({ maxWaiting: 64, maxWaitMs: 5000 })
