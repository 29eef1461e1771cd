/** Proof that nobody filled in a public form by the thousand: a token of when it was opened, and at busy times some work. */

/** Number of zero bits that the token's work must begin with; 0: none is asked. */
export const workBitsOf = (token: string): number => Number.parseInt(token.split('.')[1] ?? '0', 36) || 0

/** Text that is hashed with SHA-256. */
export const workText = (token: string, nonce: number | string) => `${token}:${nonce}`

/** Tells whether a hash begins with that many bits of zero. */
export const hasZeroBits = (hash: Uint8Array, bits: number): boolean =>
  hash.subarray(0, Math.floor(bits / 8)).every((byte) => byte === 0) && (hash[Math.floor(bits / 8)] ?? 0) >> (8 - (bits % 8)) === 0
