import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { DatabaseRefusal } from '../refusal.ts'

/**
 * Copies a database on the same server. Returns the copy and a function that drops it. Throws
 * `DatabaseRefusal` if the database is in use, or the user may not create databases.
 */
export async function copyDatabase(
  url: string,
): Promise<{ readonly databaseUrl: string; remove(): Promise<void> }> {
  const name = decodeURIComponent(new URL(url).pathname.slice(1))
  const copy = new URL(url)
  copy.pathname = `/matricola_try_${randomUUID().replaceAll('-', '')}`
  const copyName = copy.pathname.slice(1)
  await runOnServer(
    url,
    `create database ${copyName} template "${name.replaceAll('"', '""')}"`,
  ).catch((error: { code?: unknown }) => {
    if (error.code === '55006')
      throw new DatabaseRefusal(
        `The database ${name} is in use and cannot be copied. Stop the program, or set DATABASE_URL to a copy.`,
      )
    if (error.code === '42501')
      throw new DatabaseRefusal(
        `The user in DATABASE_URL may not create databases. Use a user with CREATEDB, or set DATABASE_URL to a copy.`,
      )
    throw error
  })
  return {
    databaseUrl: copy.href,
    remove: () => runOnServer(url, `drop database if exists ${copyName} with (force)`),
  }
}

/**
 * Runs a statement from the `postgres` database, since a database that is copied must have no other
 * connections.
 */
async function runOnServer(url: string, statement: string): Promise<void> {
  const serverUrl = new URL(url)
  serverUrl.pathname = '/postgres'
  const client = new pg.Client({ connectionString: serverUrl.href })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
