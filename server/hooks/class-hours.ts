import type { Role } from '@matricola/schema/vocabulary.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Hooks } from '@matricola/server/records/hooks.ts'
import { expr, pick, raw, runStatement, sql, sqlTextWith } from '@matricola/server/sql/typed.ts'
import type { classHours } from '#resources/class-hours.ts'
import { type Clash, clashWarnings, hourClashes, hourWarningFields } from '#server/classes/warnings.ts'

/** Hours may overlap. Staff get a warning. */
export const classHourHooks = ({ database }: Context): Hooks<typeof classHours> => ({
  async detail({ role, language }, { id, classId }) {
    if (!isStaffRole(role)) return {}
    const clashes = hourClashes({ classId: expr`${classId}::uuid`, hourId: expr`${id}::uuid`, language })
    const [found] = await runStatement(database, sql`select ${pick({ clashes })}`)
    return found ? { warnings: clashWarnings(found.clashes) } : {}
  },
  selectedDetail: {
    fields: hourWarningFields,
    sql: ({ role, language }, row, parameters) =>
      isStaffRole(role)
        ? sqlTextWith(hourClashes({ classId: raw(`${row}.class_id`), hourId: raw(`${row}.id`), language }), parameters)
        : null,
    read: (clashes) => ({ warnings: clashWarnings(clashes as readonly Clash[]) }), // Rows as `hourClashes` selects them.
  },
})

const isStaffRole = (role: Role) => role === 'admin' || role === 'secretary'
