/** One of a fixed set of choices. */
import * as z from 'zod/mini'
import {
  choicesSchema,
  commonOptionsShape,
  formerChoicesShape,
  optionalSchemas,
} from '../../checks/shape.ts'
import {
  type BaseSpec,
  type ChoiceOption,
  type Choices,
  type CommonOptions,
  type FieldType,
  type FormerChoices,
  type KnownKeysOnly,
  typedSpec,
} from '../../field-type.ts'

export interface ChoiceOptions extends CommonOptions, FormerChoices {
  /**
   * The choices depend on the installation. The database accepts any text, because records may hold
   * a choice that no longer exists.
   */
  readonly variesByInstallation?: true
  readonly default?: string
}
type Spec = BaseSpec<'choice', ChoiceOptions> & { readonly choices: Choices }

/** Maximum length of a choice in the database, if `open`. */
const maxOpenChoiceLength = 40

const make = <
  const C extends { readonly [value: string]: ChoiceOption },
  const O extends CommonOptions &
    FormerChoices &
    Pick<ChoiceOptions, 'variesByInstallation'> & { readonly default?: keyof C & string } = {},
>(
  choices: C,
  options?: KnownKeysOnly<O, ChoiceOptions>,
) =>
  typedSpec<BaseSpec<'choice', O> & { readonly choices: C }, keyof C & string>({
    type: 'choice',
    choices,
    options: options ?? ({} as O),
  })

export const choice: FieldType<Spec, typeof make> = {
  make,
  options: {
    ...commonOptionsShape,
    ...formerChoicesShape,
    default: optionalSchemas.value,
    variesByInstallation: optionalSchemas.flag,
  },
  parts: { choices: choicesSchema },
  family: 'choice',
  traits: ['listColumn', 'sortable', 'restorable', 'unique'],
  edits: ['set'],
  column: ({ options, choices }) => ({
    type: 'text',
    check: options.variesByInstallation
      ? { length: maxOpenChoiceLength }
      : { among: Object.keys(choices) },
  }),
  // Validation at startup rejects a field without choices.
  schema: ({ choices }) => z.enum(Object.keys(choices)),
  sample: {
    field: make({ small: { color: 'blue' }, large: {} }, { optional: true }),
    values: ['large', 'small'],
    refused: ['huge', 'choice.unknown'],
  },
  example: ({ choices, options }) => options.default ?? Object.keys(choices)[0],
  file: { width: 18 },
  check({ choices, options }, { fail, didYouMean }) {
    const values = Object.keys(choices)
    if (values.length === 0) fail('needs at least one choice')
    if (options.default !== undefined && !values.includes(options.default))
      fail(`unknown default "${options.default}"${didYouMean(String(options.default), values)}`)
  },
}
