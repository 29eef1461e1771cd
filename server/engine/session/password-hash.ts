import argon2 from '@node-rs/argon2'
import { turns } from '../turns.ts'

/** argon2id v1.3 with the installation's pepper as secret (S-5.2). Raising a number rehashes at the next sign-in. */
const algorithm = 2
const parameters = { algorithm, memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const
const currentPrefix = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`

/** A hash of nothing that anybody knows, for names without an account: the same work, the same answer (S-5.3). */
const dummyHash = `${currentPrefix}SFmqCngLU5ijeJTiw+qhAA$JLtLPTT2+F+VCUbpkyKE2dk78KRrquyFe9pYaJvzazQ`

/**
 * A password in the spelling that is hashed and compared: systems type `ă` as one character or as two. Nothing else is changed, since every
 * other character counts.
 */
export const normalizedPassword = (password: string) => password.normalize('NFC')

/** The hash to store for a password. Throws `server.busy` when too many are being computed. */
export const hashPassword = (pepper: Uint8Array, password: string): Promise<string> =>
  inTurn(() => argon2.hash(normalizedPassword(password), { ...parameters, secret: pepper }))

/**
 * Whether the password fits the hash. Hashes of earlier versions were made of the password as it was typed, so that spelling and the
 * decomposed one are tried after the normalised one. Without a hash the same work is done and the answer is no. Throws `server.busy`.
 */
export async function isPassword(pepper: Uint8Array, stored: string | null, password: string): Promise<boolean> {
  for (const spelling of new Set([normalizedPassword(password), password, password.normalize('NFD')])) {
    const fits = await inTurn(() => argon2.verify(stored ?? dummyHash, spelling, { secret: pepper }))
    if (fits) return stored !== null
  }
  return false
}

/** Tells whether a stored hash was made with weaker parameters than today's. */
export const isOutdated = (stored: string) => !stored.startsWith(currentPrefix)

/** Each hash takes 19 MiB and a core for some 40 ms. */
const inTurn = turns({ maxWaiting: 64, maxWaitMs: 5000 })
