import { type AnyResource, storedEntries } from '#model/resource.ts'
import type { Clock } from '#server/engine/ports/clock.ts'
import { demandRecentPassword } from '#server/engine/session/reauthentication.ts'
import type { Hooks } from './hooks.ts'

/**
 * The hooks of a resource, which also ask for the password where a person changes a field whose declaration says so
 * (S-3.8): by whatever call, a file or a selection too. Throws `reauthentication.required`.
 */
export function askingPassword(resource: AnyResource, { clock }: { readonly clock: Clock }, hooks: Hooks | undefined): Hooks | undefined {
  const names = storedEntries(resource)
    .filter(([, spec]) => spec.options.asksPassword)
    .map(([name]) => name)
  if (names.length === 0) return hooks
  return {
    ...hooks,
    async beforeUpdate(write) {
      const prepared = await hooks?.beforeUpdate?.(write)
      const { caller } = write.permit
      if (caller && names.some((name) => Object.hasOwn(write.changed, name))) demandRecentPassword(caller, clock.now())
      return prepared
    },
  }
}
