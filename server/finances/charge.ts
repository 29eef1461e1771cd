import { today } from '@matricola/schema/values/dates.ts'
import type { Context } from '@matricola/server/context.ts'
import { derivePermit } from '@matricola/server/policy/permit.ts'
import type { RowRefusal, RowWarnings } from '@matricola/server/records/batch/types.ts'
import type { TransactionContext } from '@matricola/server/records/hooks.ts'
import type { StoredRecord } from '@matricola/server/records/reading/get-record.ts'
import type { AskedAction } from '@matricola/server/records/writing/action.ts'
import { finances } from '#resources/finances.ts'
import { readStudyRules } from '../study/rules.ts'
import { toInputIssues } from './input-issues.ts'

/** Books a charge for each student, in the academic year from the settings. */
export const createChargeAction =
  ({ clock }: Pick<Context, 'clock'>) =>
  async (
    { records, queries, permit, jobId }: TransactionContext,
    students: readonly StoredRecord[],
    { input }: AskedAction,
  ): Promise<ReadonlyMap<string, RowRefusal | RowWarnings>> => {
    const financePermit = derivePermit(permit, finances, 'update')
    if (!financePermit) return new Map(students.map(({ id }) => [id, { verdict: 'denied' }]))
    const { academicYearId } = await readStudyRules(queries)
    const entry = {
      direction: 'charge',
      kind: input.chargeKind,
      amount: input.chargeAmount,
      description: input.chargeDescription,
      dueOn: input.chargeDueOn,
      bookedOn: today(clock.now()),
      academicYearId,
    }
    const results = await records.batch({
      permit: financePermit,
      action: 'create',
      jobId,
      commit: true,
      rows: students.map(({ id }, position) => ({
        position,
        id: null,
        version: null,
        valuesFor: () => ({ ...entry, studentId: id }),
      })),
    })
    return new Map(
      results.flatMap(({ position, outcome, issues }): [string, RowRefusal][] => {
        const student = students[position]
        return student && outcome !== 'done'
          ? [[student.id, { verdict: 'invalid', issues: toInputIssues(issues, inputFields) }]]
          : []
      }),
    )
  }

/** Input fields of the action, by field of the entry. */
const inputFields: { readonly [field: string]: string } = {
  kind: 'chargeKind',
  amount: 'chargeAmount',
  description: 'chargeDescription',
  dueOn: 'chargeDueOn',
}
