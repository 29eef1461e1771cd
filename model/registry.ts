/** The list of all resources, as the compiler sees it; `checks/registry.ts` looks at what it says. */
import type { Fields } from './field.ts'
import type { AnyResource, ResourceSpec } from './resource.ts'

type Registry = { readonly [name: string]: { readonly name: string; readonly fields: Fields } }
type Targets<F extends Fields> = {
  [N in keyof F]: F[N] extends { kind: 'reference'; to: infer T } ? T : F[N] extends { kind: 'many'; of: infer T } ? T : never
}[keyof F]
/** Names the first reference that leads nowhere, as a type that nothing satisfies. */
type CheckReferences<M extends Registry> = {
  [N in keyof M]: Exclude<Targets<M[N]['fields']>, keyof M> extends never
    ? M[N]
    : { readonly 'reference to an unknown resource': Exclude<Targets<M[N]['fields']>, keyof M> }
}

/** The registry as given; a reference to a resource that is not in it does not compile. */
export const defineRegistry = <const M extends Registry>(resources: M & CheckReferences<M>): M => resources

/** Any resource of a registry, without its field names: what generic code iterates over. */
export const asAny = (resource: ResourceSpec<string, Fields, never> | unknown): AnyResource => resource as AnyResource
