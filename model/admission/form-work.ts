/** What a public form brings along to show that nobody filled it in by the thousand: a token of when it was opened, and at busy times some work. */

/** How many bits of zero the token's work must begin with; 0: none is asked. */
export const workBitsOf = (token: string): number => Number.parseInt(token.split('.')[1] ?? '0', 36) || 0

/** What is hashed with SHA-256. */
export const workText = (token: string, nonce: number | string) => `${token}:${nonce}`

/** Whether a hash begins with that many bits of zero. */
export const hasZeroBits = (hash: Uint8Array, bits: number): boolean =>
  hash.subarray(0, Math.floor(bits / 8)).every((byte) => byte === 0) && (hash[Math.floor(bits / 8)] ?? 0) >> (8 - (bits % 8)) === 0
