import { workBitsOf } from '#model/admission/form-work.ts'

const nonces = new Map<string, string>()
const begun = new Set<string>()

/** Starts the proof of work that a form token requires at busy times, while the form is filled in. Its code is loaded only then. */
export function prepareProof(token: string) {
  const bits = workBitsOf(token)
  if (bits === 0 || begun.has(token)) return
  begun.add(token)
  import('../form-work.ts')
    .then(({ solve }) => solve(token, bits))
    .then(
      (nonce) => nonces.set(token, nonce),
      // Without the proof, the application is only flagged for staff.
      () => begun.delete(token),
    )
}

/** The proof to submit with the form. If the work is not finished, it is left out. */
export const proofOf = (token: string) => ({ formToken: token, ...(nonces.has(token) && { formWork: nonces.get(token) }) })
