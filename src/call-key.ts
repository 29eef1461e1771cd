/** 128 random bits; `crypto.randomUUID` is absent on pages without TLS. */
export const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The header by which the server knows a call that comes again: it is answered as the first was, and does nothing more. */
export const keyed = (key: string) => ({ 'idempotency-key': key })
