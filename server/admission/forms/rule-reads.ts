/** Answers to the questions of a form that the ranking rules of programmes read. */
import type { Queries } from '@matricola/server/database/database.ts'
import { columns, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import type { RuleRead } from '#resources/admission/form-checks.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import { applicationForms } from '#resources/application-forms.ts'
import { specializations } from '#resources/specializations.ts'
import { answerKeysOf } from '#server/admission/ranking/formula.ts'

const form = table(applicationForms)
const programme = table(admissionProgrammes)
const specialization = table(specializations)

/** Returns what the programmes of a form's session and degree read. */
export async function readRuleReads(queries: Queries, formId: string): Promise<RuleRead[]> {
  const rules = await runStatement(
    queries,
    sql`select ${pick({
      ...columns(
        programme,
        'formula',
        'requires',
        'firstTie',
        'secondTie',
        'thirdTie',
        'fourthTie',
        'fifthTie',
      ),
      programme: specialization.name,
    })} from ${form} join ${programme} on ${programme.admissionSessionId} = ${form.admissionSessionId}
     join ${specialization} on ${specialization.id} = ${programme.specializationId} and ${specialization.cycle} = ${form.degree}
     where ${form.id} = ${formId}::uuid order by ${specialization.name}, ${programme.id}`,
  )
  return rules.flatMap(({ programme, ...rule }) =>
    answerKeysOf(rule).map((key) => ({ key, programme })),
  )
}
