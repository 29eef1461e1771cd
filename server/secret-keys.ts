/** Keys of this installation, each 32 random bytes, kept in `DATA_DIR/keys` apart from the database and its backups. */
export interface SecretKeys {
  /** Pepper of password hashes. */
  readonly pepper: Uint8Array
  /** AES-256-GCM key of national ids. */
  readonly encryption: Uint8Array
  /** HMAC key of blind indexes and of limiter subjects. */
  readonly index: Uint8Array
}
