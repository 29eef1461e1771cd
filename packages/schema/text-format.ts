/** Text fields whose values are codes that users see in words. */
import type { Register } from './register.ts'
import type { Language } from './vocabulary.ts'

/** The name of a format. */
export type TextFormatName = Register extends { readonly textFormats: infer Name extends string }
  ? Name
  : string

/**
 * How the codes of a text field are shown. An application passes its formats to `createText`; the
 * option `displayAs` names one.
 */
export interface TextFormat {
  /** Whether the text is such a code. Parameters of issues are recognised by this. */
  readonly holds: (text: string) => boolean
  /** Returns the code in words. `text` returns the text for a key with its namespace. */
  readonly format: (
    code: string,
    reader: { readonly language: Language; readonly text: (key: string) => string },
  ) => string
}
