/** Defines resources of the program together with their extensions. */

import { type AnyExtension, applyExtensions } from '@matricola/schema/extension.ts'
import type { Fields } from '@matricola/schema/field.ts'
import type { Computable, ResourceSpec } from '@matricola/schema/resource.ts'
import { defineResource as defineBaseResource } from '@matricola/schema/resource.ts'
import { customExtensions } from '#custom/resources/extensions.ts'

/**
 * Like `defineResource` of `packages/schema/`, with the university's extensions applied. The return
 * type does not include the fields that extensions add. It is declared explicitly, because the
 * types of extensions depend on those of the program's resources.
 */
export const defineProgramResource = <
  const N extends string,
  const F extends Fields,
  const View extends string = never,
>(
  spec: ResourceSpec<N, F, keyof F & string, View> & { readonly fields: Computable<NoInfer<F>> },
): ResourceSpec<N, F, keyof F & string, View> =>
  applyExtensions(defineBaseResource(spec), customExtensions as readonly AnyExtension[])
