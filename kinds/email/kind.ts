import * as z from 'zod/mini'
import { common } from '#model/checks/shape.ts'
import { type Base, type CommonOptions, type Kind, made, type Only } from '#model/kind.ts'
import { must } from '#model/value-schemas.ts'
import { plainCharacters } from '#model/values/tidy.ts'

type Spec = Base<'email', CommonOptions>

/** A local part of ASCII letters, digits and symbols, separated by dots, and a domain with a dot. Stricter than RFC 5321 on purpose. */
const address =
  /^(?=.{1,64}@)[A-Za-z0-9!#$%&'*+/=?^_{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/
const longest = 254

/** Removes what copying a link or a recipient adds: `mailto:` and angle brackets. */
const plainAddress = (text: string) =>
  plainCharacters(text)
    .replace(/^mailto:/i, '')
    .replace(/^<([^<>]*)>$/, '$1')

const make = <const O extends CommonOptions = {}>(options?: Only<O, CommonOptions>) =>
  made<Base<'email', O>, string>({ kind: 'email', options: options ?? ({} as O) })

export const email: Kind<Spec, typeof make> = {
  make,
  options: common,
  family: 'ascii',
  traits: ['column', 'order', 'whole', 'unique', 'letters'],
  edits: ['set', 'replace'],
  column: () => ({ type: 'text', check: { length: longest } }),
  schema: () =>
    z.string().check(
      z.overwrite(plainAddress),
      z.minLength(1),
      z.maxLength(longest),
      must((value) => address.test(value), 'email.malformed'),
    ),
  sample: { field: make({ optional: true }), values: ['ana@univ.ro', 'dan@univ.ro'], refused: ['ana@', 'email.malformed'] },
  example: () => 'ana.popescu@example.org',
  file: { width: 32 },
}
