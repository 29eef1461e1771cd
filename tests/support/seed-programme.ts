import type { Context } from '@matricola/server/context.ts'
import { systemPermit } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import type { DegreeCycle } from '#resources/application-documents.ts'
import { getResource } from '#resources/index.ts'

/** The department and programme that an application is for. */
export interface ProgrammeIds {
  readonly departmentProfileId: string
  readonly specializationId: string
}

let programmes = 0
/** Creates a department with one programme, both active. */
export async function seedProgramme(
  { context }: { readonly context: Context },
  parts: {
    readonly name?: string
    readonly placesBudget?: number
    readonly placesFee?: number
    readonly cycle?: DegreeCycle
  } = {},
): Promise<ProgrammeIds> {
  programmes += 1
  const insert = async (resource: 'departments' | 'specializations', body: object) =>
    (await recordsOf(context).insert(systemPermit('demo', getResource(resource), 'create'), body))
      .id
  const number = `${programmes}`.padStart(3, '0')
  const name = parts.name ?? `Programme ${number}`
  const department = {
    name: `Department of ${name}`,
    email: 'department@univ.ro',
    phone: '0264123456',
  }
  const departmentProfileId = await insert('departments', department)
  const programme = {
    code: `P-${number}`,
    departmentProfileId,
    yearsOfStudy: 3,
    totalCredits: 180,
    ...parts,
    name,
  }
  return { departmentProfileId, specializationId: await insert('specializations', programme) }
}
