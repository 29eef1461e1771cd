import type { Role } from '@matricola/schema/vocabulary.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Context } from '@matricola/server/context.ts'
import { ok } from '@matricola/server/http/envelope.ts'
import { registerCall } from '@matricola/server/http/register-call.ts'
import { authorize } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import type { FastifyInstance } from 'fastify'
import { type PersonalData, personalData } from '#resources/calls/personal-data.ts'
import { getResource } from '#resources/index.ts'

/** Record of a person by role. Staff have only an account. */
const kinds: {
  readonly [R in Role]: { readonly kind: PersonalData['kind']; readonly resource: string }
} = {
  student: { kind: 'student', resource: 'students' },
  professor: { kind: 'professor', resource: 'professors' },
  secretary: { kind: 'user', resource: 'users' },
  admin: { kind: 'user', resource: 'users' },
}

/** The caller's own record: for students and professors the one that belongs to the account. */
export function personalDataRoutes(app: FastifyInstance, context: Context): void {
  const records = recordsOf(context)
  registerCall(app, personalData, async ({ caller }) => {
    const { kind, resource } = kinds[caller.role]
    const id = kind === 'user' ? caller.id : caller.personId
    if (!id) throw new AppError('record.missing')
    const record = await records.get(authorize(caller, getResource(resource), 'read'), id)
    return ok({ ...record, kind })
  })
}
