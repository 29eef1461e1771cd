import { customType, timestamp } from 'drizzle-orm/pg-core'

/** An instant, as every table keeps it: UTC, milliseconds, so that what is stored is what the wire shows. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'string' })

/** A sort key: compared byte by byte, whatever collation the database was made with. */
export const key = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' })
