import * as z from 'zod/mini'
import { commonOptionsShape } from '../../checks/shape.ts'
import {
  type BaseSpec,
  type CommonOptions,
  type FieldType,
  type KnownKeysOnly,
  typedSpec,
} from '../../field-type.ts'
import { refineWithCode } from '../../value-schemas.ts'
import { plainCharacters } from '../../values/characters.ts'

type Spec = BaseSpec<'email', CommonOptions>

/**
 * A local part of ASCII letters, digits and symbols, separated by dots, and a domain with a dot.
 * Stricter than RFC 5321 on purpose.
 */
const emailPattern =
  /^(?=.{1,64}@)[A-Za-z0-9!#$%&'*+/=?^_{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/
const maxEmailLength = 254

/** Removes `mailto:` and angle brackets, which are copied along with a link or a recipient. */
const normalizeAddress = (text: string) =>
  plainCharacters(text)
    .replace(/^mailto:/i, '')
    .replace(/^<([^<>]*)>$/, '$1')

const make = <const O extends CommonOptions = {}>(options?: KnownKeysOnly<O, CommonOptions>) =>
  typedSpec<BaseSpec<'email', O>, string>({ type: 'email', options: options ?? ({} as O) })

export const email: FieldType<Spec, typeof make> = {
  make,
  options: commonOptionsShape,
  family: 'ascii',
  traits: ['listColumn', 'sortable', 'restorable', 'unique', 'caseInsensitive'],
  edits: ['set', 'replace'],
  column: () => ({ type: 'text', check: { length: maxEmailLength } }),
  schema: () =>
    z.string().check(
      z.overwrite(normalizeAddress),
      z.minLength(1),
      z.maxLength(maxEmailLength),
      refineWithCode((value) => emailPattern.test(value), 'email.malformed'),
    ),
  sample: {
    field: make({ optional: true }),
    values: ['ana@univ.ro', 'dan@univ.ro'],
    refused: ['ana@', 'email.malformed'],
  },
  example: () => 'ana.popescu@example.org',
  file: { width: 32 },
}
