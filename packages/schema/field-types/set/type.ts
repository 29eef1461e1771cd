/** Any number of a fixed set of choices, in the order of the declaration. */
import * as z from 'zod/mini'
import {
  choicesSchema,
  commonOptionsShape,
  formerChoicesShape,
  optionalSchemas,
} from '../../checks/shape.ts'
import {
  type BaseSpec,
  type Choices,
  type CommonOptions,
  type FieldType,
  type FormerChoices,
  type KnownKeysOnly,
  typedSpec,
} from '../../field-type.ts'
import { refineWithCode } from '../../value-schemas.ts'

export interface SetOptions extends CommonOptions, FormerChoices {
  /**
   * The choices depend on the installation. The database accepts any text, because records may hold
   * a choice that no longer exists.
   */
  readonly variesByInstallation?: true
  /** The choices are fields of this resource and have their labels. */
  readonly choicesAreFieldsOf?: string
}
type Spec = BaseSpec<'set', SetOptions> & { readonly choices: Choices }

const make = <const C extends Choices, const O extends SetOptions = {}>(
  choices: C,
  options?: KnownKeysOnly<O, SetOptions>,
) =>
  typedSpec<BaseSpec<'set', O> & { readonly choices: C }, readonly (keyof C & string)[]>({
    type: 'set',
    choices,
    options: options ?? ({} as O),
  })

export const set: FieldType<Spec, typeof make> = {
  make,
  options: {
    ...commonOptionsShape,
    ...formerChoicesShape,
    variesByInstallation: optionalSchemas.flag,
    choicesAreFieldsOf: optionalSchemas.name,
  },
  parts: { choices: choicesSchema },
  family: 'choices',
  traits: ['listColumn', 'restorable', 'wideInput'],
  edits: ['set', 'add', 'remove'],
  column: ({ options, choices }) => ({
    type: 'texts',
    ...(!options.variesByInstallation && { check: { among: Object.keys(choices) } }),
  }),
  schema: ({ choices }) =>
    z
      .array(z.enum(Object.keys(choices)))
      .check(refineWithCode((values) => new Set(values).size === values.length, 'set.repeated')),
  sample: {
    field: make({ small: { color: 'blue' }, large: {} }, { optional: true }),
    values: [['small'], ['small', 'large']],
    refused: [['huge'], 'choice.unknown'],
  },
  example: ({ choices }) => Object.keys(choices).slice(0, 1),
  check({ choices, options: { choicesAreFieldsOf, variesByInstallation } }, check) {
    const { all, fail, didYouMean } = check
    // An installation may have none, such as an application without notifications of its own.
    if (Object.keys(choices).length === 0 && !variesByInstallation)
      fail('needs at least one choice')
    if (choicesAreFieldsOf === undefined) return
    const target = Object.hasOwn(all, choicesAreFieldsOf) ? all[choicesAreFieldsOf] : undefined
    if (!target)
      fail(
        `unknown resource "${choicesAreFieldsOf}" in choicesAreFieldsOf${didYouMean(choicesAreFieldsOf, Object.keys(all))}`,
      )
    else
      for (const choice of Object.keys(choices))
        if (!Object.hasOwn(target.fields, choice))
          fail(
            `choice "${choice}" is not a field of "${choicesAreFieldsOf}"${didYouMean(choice, Object.keys(target.fields))}`,
          )
  },
}
