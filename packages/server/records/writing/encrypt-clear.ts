import { isEncrypted } from '@matricola/schema/field.ts'
import type { Registry } from '@matricola/schema/registry.ts'
import { storedEntries } from '@matricola/schema/resource-fields.ts'
import type { Database } from '../../database/database.ts'
import { blindIndexColumnOf, columnNameOf, tableNameOf } from '../../database/names.ts'
import type { SecretKeys } from '../../secret-keys.ts'
import { blindIndex, cipherFormat, encryptValue } from '../../sql/cipher.ts'

const batchSize = 500

/**
 * Encrypts values that were stored before their field was declared encrypted. Call it at startup,
 * after the migrations. There is work to do only on the first startup after such a change.
 */
export async function encryptClearValues(
  database: Database,
  registry: Registry,
  keys: SecretKeys,
): Promise<void> {
  for (const resource of registry.resources)
    for (const [name, spec] of storedEntries(resource)) {
      if (!isEncrypted(spec)) continue
      const [table, column] = [tableNameOf(resource), columnNameOf(name)]
      const clear = () =>
        database.query<{ id: string; value: string }>(
          `select id, ${column} as value from ${table} where ${blindIndexColumnOf(name)} is null and ${column} is not null
             and ${column} not like '${cipherFormat}%' limit ${batchSize}`,
        )
      for (let rows = await clear(); rows.length > 0; rows = await clear())
        for (const { id, value } of rows)
          await database.query(
            `update ${table} set ${column} = $2, ${blindIndexColumnOf(name)} = $3 where id = $1`,
            [id, encryptValue(value, keys, { table, column, id }), blindIndex(value, keys)],
          )
    }
}
