/** Inserts applications as rows, many at a time, for tests that need hundreds. */

import { storedEntries } from '@matricola/schema/resource-fields.ts'
import type { Context } from '@matricola/server/context.ts'
import { uuidv7 } from '@matricola/server/database/uuid.ts'
import { storedColumns } from '@matricola/server/sql/storage.ts'
import { toReferenceCode } from '#resources/admission/reference-code.ts'
import { controlDigit } from '#resources/field-types/nationalId/national-id.ts'
import { getResource } from '#resources/index.ts'
import { danPop } from './form-answers.ts'

const registrations = getResource('registrations')
let createdCount = 0

/** Returns a valid CNP of a man born on 15 April 2005, different for each number below 70,000. */
export function applicantCnp(number: number): string {
  const counties = 46
  const digits = `5050415${String((Math.floor(number / 999) % counties) + 1).padStart(2, '0')}${String((number % 999) + 1).padStart(3, '0')}`
  return `${digits}${controlDigit(digits)}`
}

/**
 * Inserts applications for a programme, accepted unless `values` overrides the state, into the
 * current admission session. Returns their ids.
 */
export async function seedApplications(
  context: Context,
  count: number,
  values: object,
): Promise<string[]> {
  const { database, keys } = context
  const [settings] = await database.query<{ id: string }>(
    'select admission_session_id as id from settings',
  )
  const rows = Array.from({ length: count }, () => {
    const number = ++createdCount
    const id = uuidv7()
    const defaults = storedEntries(registrations).map(([name, { options }]) => [
      name,
      'default' in options ? options.default : null,
    ])
    const record = {
      ...Object.fromEntries(defaults),
      referenceCode: toReferenceCode(String(5_000_000 + number)),
      admissionSessionId: settings?.id ?? null,
      ...danPop,
      cnp: applicantCnp(number),
      serialNumber: `CJ${200_000 + number}`,
      phone: '+40740555333',
      personalEmail: `applicant${number}@example.com`,
      status: 'accepted',
      submittedAt: '2026-07-02T08:30:00.000Z',
      ...values,
    }
    const at = '2026-07-02T08:30:00.000Z'
    return {
      id,
      version: 1,
      created_at: at,
      updated_at: at,
      ...Object.fromEntries(storedColumns(registrations, record, record, { keys, id })),
    }
  })
  // Values of the field type `data` are already JSON text. Here they are null or empty, so nothing
  // is encoded twice.
  await database.query(
    'insert into registrations select * from jsonb_populate_recordset(null::registrations, $1::jsonb)',
    [JSON.stringify(rows)],
  )
  return rows.map(({ id }) => id)
}
