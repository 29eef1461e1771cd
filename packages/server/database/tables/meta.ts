import { pgTable, text } from 'drizzle-orm/pg-core'

/** Facts about this installation, such as when it was restored. */
export const metaDefinition = pgTable('meta', { key: text().primaryKey(), value: text().notNull() })
