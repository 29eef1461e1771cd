import { customType, timestamp } from 'drizzle-orm/pg-core'

/** A timestamp in UTC with milliseconds, the same precision as on the wire. */
export const instantColumn = () => timestamp({ withTimezone: true, precision: 3, mode: 'string' })

/** A sort key. It is compared byte by byte, regardless of the database's collation. */
export const keyColumn = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' })
