/** Props and answers of every input. */
import type { ReactNode } from 'react'
import type { FieldKind, SpecOf } from '#model/field.ts'
import type { AnyResource } from '#model/resource.ts'

interface ControlProps {
  /** Id of the control; the label points at it, so it is unique on the page. */
  readonly id: string
  readonly labelId: string
  readonly resource: AnyResource
  readonly name: string
  /** A value of the kind, null when empty, or what was typed when it is no value of the kind. */
  readonly value: unknown
  /** All values of the form: what a choice can depend on. */
  readonly values: { readonly [field: string]: unknown }
  /** Title of the record that a reference names. */
  readonly title?: string | undefined
  readonly required: boolean
  readonly disabled?: boolean | undefined
  readonly invalid?: boolean | undefined
  /** Ids of the help and error texts. */
  readonly describedBy?: string | undefined
  /** Language of what is typed, where it is not the page's. */
  readonly lang?: string | undefined
  /** Set in a row of many fields, where each is one line high. */
  readonly isInRow?: boolean | undefined
  readonly onChange: (value: unknown, title?: string) => void
}

export type InputProps<K extends FieldKind = FieldKind> = ControlProps & { readonly spec: SpecOf<K> }

export type InputComponent<K extends FieldKind> = (props: InputProps<K>) => ReactNode

type NativeProps = Pick<ControlProps, 'id' | 'name' | 'required' | 'disabled' | 'invalid' | 'describedBy' | 'lang'>

/** Props of an input that stands for no field of a resource. */
export type PlainInputProps = NativeProps & Pick<ControlProps, 'labelId' | 'value' | 'onChange'>

/** The attributes that every native control of a field carries. */
export const controlProps = ({ id, name, required, disabled, invalid, describedBy, lang }: NativeProps) => ({
  id,
  lang,
  name,
  disabled,
  'aria-required': required || undefined,
  'aria-invalid': invalid || undefined,
  'aria-describedby': describedBy,
})

/** The old keyboards' cedilla letters as the comma-below letters of Romanian, while typing; the caret stays. */
export const withCommaBelow = (text: string) => text.replace(/[şţŞŢ]/g, (c) => ({ ş: 'ș', ţ: 'ț', Ş: 'Ș', Ţ: 'Ț' })[c] ?? c)

/** Text that an input shows for a value that is text, or was typed and is not yet a value. */
export const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
