import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Hooks } from '@matricola/server/records/hooks.ts'
import { columns, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { admissionSessions } from '#resources/admission-sessions.ts'

const admissionSession = table(admissionSessions)

/** Allows at most one parallel session per degree, since the session of an application follows from the degree. */
export const admissionSessionHooks = ({ database }: Context): Hooks<typeof admissionSessions> => ({
  validate: {
    fields: ['isConcurrent', 'degree'],
    async work(writes) {
      const rows = await runStatement(
        database,
        sql`select ${pick(columns(admissionSession, 'id', 'name', 'degree'))} from ${admissionSession} where ${admissionSession.isConcurrent}`,
      )
      const additional = new Map(rows.map((row) => [row.id, row]))
      return writes.map(({ before, record: { isConcurrent, degree, name } }, at): FieldIssues => {
        const id = before?.id ?? `new ${at}`
        additional.delete(id)
        if (!isConcurrent || degree === null) return {}
        const other = [...additional.values()].find((one) => one.degree === degree)
        if (other) return { isConcurrent: [{ code: 'admission.degreeTaken', params: { name: other.name } }] }
        additional.set(id, { id, name, degree })
        return {}
      })
    },
  },
})
