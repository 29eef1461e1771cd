import { proofOfWorkBits } from '#resources/admission/proof-of-work.ts'

const nonces = new Map<string, string>()
const startedTokens = new Set<string>()

/**
 * Starts the proof of work that a form token requires at busy times, while the form is filled in.
 * Its code is loaded only then.
 */
export function startProofOfWork(token: string) {
  const bits = proofOfWorkBits(token)
  if (bits === 0 || startedTokens.has(token)) return
  startedTokens.add(token)
  import('../proof-of-work.ts')
    .then(({ solveProofOfWork }) => solveProofOfWork(token, bits))
    .then(
      (nonce) => nonces.set(token, nonce),
      // Without the proof, the application is only flagged for staff.
      () => startedTokens.delete(token),
    )
}

/** The proof to submit with the form. If the work is not finished, it is left out. */
export const formProofOf = (token: string) => ({
  formToken: token,
  ...(nonces.has(token) && { formWork: nonces.get(token) }),
})
