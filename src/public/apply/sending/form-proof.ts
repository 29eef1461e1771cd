import { workBitsOf } from '#model/admission/form-work.ts'

const nonces = new Map<string, string>()
const begun = new Set<string>()

/** Begins the work that a form's token asks for at busy times, while the form is filled in; it is loaded only then. */
export function prepareProof(token: string) {
  const bits = workBitsOf(token)
  if (bits === 0 || begun.has(token)) return
  begun.add(token)
  import('../form-work.ts')
    .then(({ solve }) => solve(token, bits))
    .then(
      (nonce) => nonces.set(token, nonce),
      // Without it the application is marked for the office, no more.
      () => begun.delete(token),
    )
}

/** Proof that goes with the form; nobody waits for work that is not done. */
export const proofOf = (token: string) => ({ formToken: token, ...(nonces.has(token) && { formWork: nonces.get(token) }) })
