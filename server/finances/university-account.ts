import type { Queries } from '@matricola/server/database/database.ts'
import { pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { settings } from '#resources/settings.ts'

const settingsRow = table(settings)

/**
 * Returns the university's bank account; null if the settings contain none. Fees are then paid at
 * the office.
 */
export async function findUniversityAccount(
  queries: Queries,
): Promise<{ readonly holder: string; readonly iban: string } | null> {
  const [account] = await runStatement(
    queries,
    sql`select ${pick({ holder: settingsRow.bankAccountHolder, iban: settingsRow.bankIban, name: settingsRow.universityName })} from ${settingsRow}`,
  )
  return account?.iban ? { holder: account.holder ?? account.name, iban: account.iban } : null
}
