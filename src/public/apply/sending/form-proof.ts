import { proofOfWorkBits } from '#model/admission/proof-of-work.ts'

const nonces = new Map<string, string>()
const started = new Set<string>()

/** Starts the proof of work that a form token requires at busy times, while the form is filled in. Its code is loaded only then. */
export function startProofOfWork(token: string) {
  const bits = proofOfWorkBits(token)
  if (bits === 0 || started.has(token)) return
  started.add(token)
  import('../proof-of-work.ts')
    .then(({ solveProofOfWork: solve }) => solve(token, bits))
    .then(
      (nonce) => nonces.set(token, nonce),
      // Without the proof, the application is only flagged for staff.
      () => started.delete(token),
    )
}

/** The proof to submit with the form. If the work is not finished, it is left out. */
export const formProofOf = (token: string) => ({ formToken: token, ...(nonces.has(token) && { formWork: nonces.get(token) }) })
