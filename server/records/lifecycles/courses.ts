import { invalidInput } from '#model/errors.ts'
import type { Context } from '#server/context.ts'
import type { Lifecycle, PlannedWrite } from '../lifecycles.ts'

/** A course is taught in one of its specialization's years. Throws `input.invalid` for a later one. */
export function courseLifecycle({ database }: Context): Lifecycle {
  async function checkYear({ changed, record }: PlannedWrite) {
    if (!('year' in changed) && !('specializationId' in changed)) return undefined
    const [specialization] = await database.query<{ years: number }>(
      'SELECT years_of_study AS years FROM specializations WHERE id = $1::uuid',
      [record.specializationId],
    )
    // An unknown specialization is refused by the write itself.
    if (specialization && Number(record.year) > specialization.years)
      throw invalidInput({ year: [{ code: 'number.tooLarge', params: { max: specialization.years } }] })
    return undefined
  }
  return { beforeCreate: checkYear, beforeUpdate: checkYear }
}
