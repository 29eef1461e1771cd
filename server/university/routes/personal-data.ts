import type { FastifyInstance } from 'fastify'
import type { Role } from '#model/vocabulary.ts'
import { AppError } from '#model/wire/errors.ts'
import type { PersonalData } from '#model/wire/wire.ts'
import { personalData } from '#resources/calls/personal-data.ts'
import { getResource } from '#resources/index.ts'
import type { Context } from '#server/engine/context.ts'
import { ok } from '#server/engine/http/envelope.ts'
import { registerCall } from '#server/engine/http/register-call.ts'
import { authorize } from '#server/engine/policy/permit.ts'
import { recordsOf } from '#server/engine/records/store.ts'

/** Record of a person by role. Staff have only an account. */
const kinds: { readonly [R in Role]: { readonly kind: PersonalData['kind']; readonly resource: string } } = {
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
