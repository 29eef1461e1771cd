import { randomBytes } from 'node:crypto'

/** The last time that an id was made for, and how many there were. */
const last = { time: -1, count: 0 }

/**
 * A UUID of version 7: begins with the time, so that new rows stand together in every index. Those of one process for one
 * and the same millisecond are in the order in which they were made (RFC 9562, 6.2, method 1).
 */
export function uuidv7(at: Date = new Date()): string {
  const time = at.getTime()
  last.count = time === last.time ? last.count + 1 : 0
  last.time = time
  const bytes = randomBytes(16)
  bytes.writeUIntBE(time, 0, 6)
  // Version with the count, and variant, as the RFC places them.
  bytes.writeUInt16BE(0x7000 | (last.count & 0x0fff), 6)
  bytes[8] = (bytes.readUInt8(8) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
