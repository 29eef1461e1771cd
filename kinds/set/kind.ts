/** Any number of a fixed set of choices, in the order of the declaration. */
import * as z from 'zod/mini'
import { choices, common, formerChoices, maybe } from '#model/checks/shape.ts'
import { type Base, type Choices, type CommonOptions, type FormerChoices, type Kind, made, type Only } from '#model/kind.ts'
import { must } from '#model/value-schemas.ts'

export interface SetOptions extends CommonOptions, FormerChoices {
  /** The choices depend on the installation. The database accepts any text, because records may hold a choice that no longer exists. */
  readonly open?: true
  /** The choices are fields of this resource and have their labels. */
  readonly fieldsOf?: string
}
type Spec = Base<'set', SetOptions> & { readonly choices: Choices }

const make = <const C extends Choices, const O extends SetOptions = {}>(choices: C, options?: Only<O, SetOptions>) =>
  made<Base<'set', O> & { readonly choices: C }, readonly (keyof C & string)[]>({ kind: 'set', choices, options: options ?? ({} as O) })

export const set: Kind<Spec, typeof make> = {
  make,
  options: { ...common, ...formerChoices, open: maybe.mark, fieldsOf: maybe.name },
  parts: { choices },
  family: 'words',
  traits: ['column', 'whole', 'wide'],
  edits: ['set', 'add', 'remove'],
  column: ({ options, choices }) => ({ type: 'texts', ...(!options.open && { check: { among: Object.keys(choices) } }) }),
  schema: ({ choices }) =>
    z.array(z.enum(Object.keys(choices))).check(must((values) => new Set(values).size === values.length, 'set.repeated')),
  sample: {
    field: make({ small: { color: 'blue' }, large: {} }, { optional: true }),
    values: [['small'], ['small', 'large']],
    refused: [['huge'], 'choice.unknown'],
  },
  example: ({ choices }) => Object.keys(choices).slice(0, 1),
  check({ choices, options: { fieldsOf } }, { all, fail, meant }) {
    if (Object.keys(choices).length === 0) fail('has no choices')
    if (fieldsOf === undefined) return
    const target = Object.hasOwn(all, fieldsOf) ? all[fieldsOf] : undefined
    if (!target) fail(`takes its labels from the unknown resource ${fieldsOf}${meant(fieldsOf, Object.keys(all))}`)
    else
      for (const choice of Object.keys(choices))
        if (!Object.hasOwn(target.fields, choice))
          fail(`has the choice ${choice}, which is no field of ${fieldsOf}${meant(choice, Object.keys(target.fields))}`)
  },
}
