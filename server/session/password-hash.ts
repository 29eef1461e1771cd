import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '#model/errors.ts'

/** argon2id v1.3 with the installation's pepper as secret (S-5.2). Raising a number rehashes at the next sign-in. */
const algorithm = 2
const parameters = { algorithm, memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const
const currentPrefix = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`

/** A hash of nothing that anybody knows, for names without an account: the same work, the same answer (S-5.3). */
const dummyHash = `${currentPrefix}SFmqCngLU5ijeJTiw+qhAA$JLtLPTT2+F+VCUbpkyKE2dk78KRrquyFe9pYaJvzazQ`

/** The hash to store for a password. Throws `server.busy` when too many are being computed. */
export const hashPassword = (pepper: Uint8Array, password: string): Promise<string> =>
  inTurn(() => hash(password, { ...parameters, secret: pepper }))

/** Whether the password fits the hash; without a hash the same work is done and the answer is no. Throws `server.busy`. */
export async function isPassword(pepper: Uint8Array, stored: string | null, password: string): Promise<boolean> {
  const fits = await inTurn(() => verify(stored ?? dummyHash, password, { secret: pepper }))
  return fits && stored !== null
}

/** Whether a stored hash was made with weaker parameters than today's. */
export const isOutdated = (stored: string) => !stored.startsWith(currentPrefix)

/** Each hash takes 19 MiB and a core for some 40 ms: a few at a time, a short queue, and a clear refusal past it (S-5.4). */
const maxRunning = Math.max(1, availableParallelism() - 1)
const maxWaiting = 64
const maxWaitMs = 5000
let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxRunning) await turn()
  else running += 1
  try {
    return await work()
  } finally {
    // The place passes straight to the next in the queue, so that nobody can slip in between.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

function turn(): Promise<void> {
  if (waiting.length >= maxWaiting) throw new AppError('server.busy', { retryAfterSeconds: 5 })
  return new Promise((resolve, reject) => {
    const start = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(start), 1)
      reject(new AppError('server.busy', { retryAfterSeconds: 5 }))
    }, maxWaitMs)
    waiting.push(start)
  })
}
