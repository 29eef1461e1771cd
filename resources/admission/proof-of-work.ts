/**
 * Protection of public forms against mass submissions: a token issued with the form, and proof of
 * work when the server is busy.
 */

/** Number of leading zero bits that the hash must have; 0 if no work is required. */
export const proofOfWorkBits = (token: string): number =>
  Number.parseInt(token.split('.')[1] ?? '0', 36) || 0

/** The text to hash with SHA-256. */
export const proofOfWorkText = (token: string, nonce: number | string) => `${token}:${nonce}`

/** Whether the hash starts with at least `bits` zero bits. */
export const hasZeroBits = (hash: Uint8Array, bits: number): boolean =>
  hash.subarray(0, Math.floor(bits / 8)).every((byte) => byte === 0) &&
  (hash[Math.floor(bits / 8)] ?? 0) >> (8 - (bits % 8)) === 0
