import { hasZeroBits, proofOfWorkText } from '#resources/admission/proof-of-work.ts'

/** Hashes per batch. Between two batches, the page can respond to input. */
const batchSize = 256

/**
 * Finds a number that, hashed together with the token, yields a digest with this many leading zero
 * bits. Throws if the browser does not support the hash.
 */
export async function solveProofOfWork(token: string, bits: number): Promise<string> {
  const encoder = new TextEncoder()
  for (let from = 0; ; from += batchSize) {
    const tries = Array.from({ length: batchSize }, (_, i) => from + i)
    const hashes = await Promise.all(
      tries.map((nonce) =>
        crypto.subtle.digest('SHA-256', encoder.encode(proofOfWorkText(token, nonce))),
      ),
    )
    const found = hashes.findIndex((hash) => hasZeroBits(new Uint8Array(hash), bits))
    if (found >= 0) return String(from + found)
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
}
