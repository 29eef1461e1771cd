/** Change requests: the fields with their current values, and the deadline. */

import { isEncrypted } from '@matricola/schema/field.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { daysAfter, endOfDay, today } from '@matricola/schema/values/dates.ts'
import { maskNumber } from '@matricola/schema/values/mask.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import { invalidInput } from '@matricola/schema/wire/errors.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import { fileTable } from '@matricola/server/sql/tables.ts'
import { expr, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { typedAnswer } from '#resources/admission/form-answers.ts'
import { isItemId } from '#resources/admission/form-item-id.ts'
import type { RequestedChange } from '#resources/admission/wire.ts'
import {
  changeableFields,
  type DocumentName,
  documentFileId,
  inFormOrder,
  isDocumentName,
  isDocumentRequest,
} from '#resources/application-documents.ts'
import { maxRequestDays } from '#resources/calls/status-update.ts'
import { departments } from '#resources/departments.ts'
import { registrations } from '#resources/registrations.ts'
import { specializations } from '#resources/specializations.ts'
import { answersOf } from '#server/admission/forms/form-contents.ts'
import { readRequestableItems } from '#server/admission/forms/published-forms.ts'

const department = table(departments)
const file = table(fileTable)
const specialization = table(specializations)

/** A field to change, as staff send it. */
export interface ChangeInput {
  readonly field: string
  readonly message?: string | null | undefined
}

/**
 * Returns the requested changes in the order of the form. Current values are masked if encrypted.
 * References and files are returned by name. Answers that only some roles read are left out, because
 * all staff read the request. Throws `input.invalid` for a question that the role cannot ask.
 */
export async function describeRequestedChanges(
  queries: Queries,
  inputs: readonly ChangeInput[],
  values: Values & { readonly id: string | undefined },
  role: Role,
): Promise<RequestedChange[]> {
  const isAnyItem = inputs.some(({ field }) => isItemId(field))
  const items = isAnyItem ? await readRequestableItems(queries, values, role) : []
  const names = await namesOf(queries, values, [
    ...changeableFields.filter(isDocumentName),
    ...items.filter(({ item }) => item.type === 'file').map(({ item }) => item.id),
  ])
  return inFormOrder(inputs).map(({ field, message }) => {
    const change = { field, message: message ?? null, answeredAt: null, keptReason: null }
    if (!isItemId(field)) return { ...change, oldValue: displayValue(field, values, names) }
    const found = items.find(({ item }) => item.id === field)
    if (!found) throw invalidInput({ requestedChanges: [{ code: 'choice.unknown' }] })
    if (found.item.readers) return { ...change, ...found, oldValue: null }
    const oldValue = isDocumentRequest({ field, ...found })
      ? displayValue(field, values, names)
      : typedAnswer(answersOf(values)[field])
    return { ...change, ...found, oldValue }
  })
}

function displayValue(field: string, values: Values, names: Values): string | null {
  if (Object.hasOwn(names, field)) return names[field] === null ? null : String(names[field])
  const value = values[field] ?? null
  if (value === null) return null
  return isEncrypted(fieldOf(registrations, field)) ? maskNumber(String(value)) : String(value)
}

async function namesOf(
  queries: Queries,
  values: Values,
  documents: readonly DocumentName[],
): Promise<Values> {
  const [row] = await runStatement(
    queries,
    sql`select ${pick({
      departmentProfileId: expr<
        string | null
      >`(select ${department.name} from ${department} where ${department.id} = ${values.departmentProfileId}::uuid)`,
      specializationId: expr<
        string | null
      >`(select ${specialization.name} from ${specialization} where ${specialization.id} = ${values.specializationId}::uuid)`,
      ...Object.fromEntries(
        documents.map((name) => [
          name,
          expr<
            string | null
          >`(select ${file.name} from ${file} where ${file.id} = ${documentFileId(values, name)}::uuid)`,
        ]),
      ),
    })}`,
  )
  return row ?? {}
}

/**
 * Returns the deadline: the end of the requested day, or of the day `days` from now if no day is
 * requested. Throws `input.invalid` if it is not 1 to 30 days ahead.
 */
export function answerDeadline(requestedDate: unknown, days: number, now: Date): string {
  const current = today(now)
  const day =
    typeof requestedDate === 'string' ? today(new Date(requestedDate)) : daysAfter(current, days)
  const [min, max] = [daysAfter(current, 1), daysAfter(current, maxRequestDays)]
  if (day < min) throw invalidInput({ updateDueAt: [{ code: 'date.tooEarly', params: { min } }] })
  if (day > max) throw invalidInput({ updateDueAt: [{ code: 'date.tooLate', params: { max } }] })
  return endOfDay(day).toISOString()
}
