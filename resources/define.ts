/** The declarations that come with the program, each with what the university has added to it. */
import { type AnyExtension, extended } from '#model/extension.ts'
import type { Fields } from '#model/field.ts'
import type { Computable, ResourceSpec } from '#model/resource.ts'
import { defineResource as declared } from '#model/resource.ts'
import { ownExtensions } from '#own/resources/extensions.ts'

/** As `defineResource` of the language. What is added is known when the program runs, and not to the compiler. */
export const defineResource = <const N extends string, const F extends Fields, const View extends string = never>(
  spec: ResourceSpec<N, F, keyof F & string, View> & { readonly fields: Computable<NoInfer<F>> },
) => extended(declared(spec), ownExtensions as readonly AnyExtension[])
