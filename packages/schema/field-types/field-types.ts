/**
 * Field types that every application has: one folder and one line each. `resources/field.ts` lists
 * those of the application.
 */

export { boolean } from './boolean/type.ts'
export { choice } from './choice/type.ts'
export { data } from './data/type.ts'
export { date } from './date/type.ts'
export { dateTime } from './dateTime/type.ts'
export { decimal } from './decimal/type.ts'
export { email } from './email/type.ts'
export { file } from './file/type.ts'
export { image } from './image/type.ts'
export { integer } from './integer/type.ts'
export { links } from './links/type.ts'
export { longText } from './longText/type.ts'
export { many } from './many/type.ts'
export { money } from './money/type.ts'
export { phone } from './phone/type.ts'
export { reference } from './reference/type.ts'
export { set } from './set/type.ts'
export { text } from './text/type.ts'
