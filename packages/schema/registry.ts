/** Compile-time checks of the list of all resources. `checks/registry.ts` validates its contents at startup. */
import type { Fields } from './field.ts'
import type { AnyResource, ResourceSpec } from './resource.ts'

type Registry = { readonly [name: string]: { readonly name: string; readonly fields: Fields } }
type Targets<F extends Fields> = {
  [N in keyof F]: F[N] extends { type: 'reference'; to: infer T } ? T : F[N] extends { type: 'many'; of: infer T } ? T : never
}[keyof F]
/** Turns a resource with a reference to an unknown resource into a type that no value satisfies and that names the reference. */
type CheckReferences<M extends Registry> = {
  [N in keyof M]: Exclude<Targets<M[N]['fields']>, keyof M> extends never
    ? M[N]
    : { readonly 'reference to an unknown resource': Exclude<Targets<M[N]['fields']>, keyof M> }
}

/** Returns the registry as it is. A reference to a resource that is not in it does not compile. */
export const defineRegistry = <const M extends Registry>(resources: M & CheckReferences<M>): M => resources

/** A resource without the types of its field names, for generic code. */
export const asAnyResource = (resource: ResourceSpec<string, Fields, never> | unknown): AnyResource => resource as AnyResource
