import { randomBytes } from 'node:crypto'

/** A UUID of version 7: begins with the time, so that new rows stand together in every index. */
export function uuidv7(at: Date = new Date()): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(at.getTime(), 0, 6)
  // Version and variant, as RFC 9562 places them.
  bytes[6] = (bytes.readUInt8(6) & 0x0f) | 0x70
  bytes[8] = (bytes.readUInt8(8) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
