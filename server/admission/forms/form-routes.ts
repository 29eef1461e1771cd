import type { Context } from '@matricola/server/context.ts'
import { ok } from '@matricola/server/http/envelope.ts'
import { registerCall } from '@matricola/server/http/register-call.ts'
import { columns, expr, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import type { FastifyInstance } from 'fastify'
import { isItemId } from '#resources/admission/form-item-id.ts'
import { applicationFormVersions } from '#resources/application-form-versions.ts'
import { formUsage } from '#resources/calls/application-forms.ts'
import { registrations } from '#resources/registrations.ts'
import { readRuleReads } from './rule-reads.ts'

const version = table(applicationFormVersions)
const registration = table(registrations)

const applications = expr<number>`count(*)::int`

/** The calls of the editor of application forms. */
export function applicationFormRoutes(app: FastifyInstance, { database }: Context): void {
  registerCall(app, formUsage, async ({ params }) => {
    const ofForm = sql`select ${pick(columns(version, 'id'))} from ${version} where ${version.formId} = ${params.id}::uuid`
    const [versions, items, ruleReads] = await Promise.all([
      runStatement(
        database,
        sql`select ${pick({ versionId: registration.formVersionId, applications })} from ${registration}
         where ${registration.formVersionId} in (${ofForm}) group by ${registration.formVersionId}`,
      ),
      runStatement(
        database,
        sql`select ${pick({ itemId: expr<string>`answer.id`, applications })} from ${registration}
         cross join lateral jsonb_object_keys(${registration.answers}) as answer(id)
         where ${registration.formVersionId} in (${ofForm}) group by answer.id`,
      ),
      readRuleReads(database, params.id),
    ])
    return ok({
      versions: versions.flatMap(({ versionId, applications }) =>
        versionId === null ? [] : [{ versionId, applications }],
      ),
      items: items.filter(({ itemId }) => isItemId(itemId)),
      ruleReads,
    })
  })
}
