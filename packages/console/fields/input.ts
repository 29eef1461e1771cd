/** Props shared by all inputs. */

import type { FieldTypeName, SpecOf } from '@matricola/schema/field.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { ReactNode } from 'react'

interface ControlProps {
  /** Id of the control. The label points to it, so it is unique on the page. */
  readonly id: string
  readonly labelId: string
  readonly resource: AnyResource
  readonly name: string
  /** A value of the field type, null if empty, or the typed text if it is not a valid value. */
  readonly value: unknown
  /** All values of the form. The options of a choice can depend on them. */
  readonly values: { readonly [field: string]: unknown }
  /** Title of the record that a reference points to. */
  readonly title?: string | undefined
  readonly required: boolean
  readonly disabled?: boolean | undefined
  readonly invalid?: boolean | undefined
  /** Ids of the help and error texts. */
  readonly describedBy?: string | undefined
  /** Language of the text if it is not the page's. */
  readonly lang?: string | undefined
  /** Set in a compact row, where each input is one line high. */
  readonly isInRow?: boolean | undefined
  readonly onChange: (value: unknown, title?: string) => void
}

export type InputProps<K extends FieldTypeName = FieldTypeName> = ControlProps & {
  readonly spec: SpecOf<K>
}

export type InputComponent<K extends FieldTypeName> = (props: InputProps<K>) => ReactNode

type NativeProps = Pick<
  ControlProps,
  'id' | 'name' | 'required' | 'disabled' | 'invalid' | 'describedBy' | 'lang'
>

/** Props of an input that belongs to no field of a resource. */
export type PlainInputProps = NativeProps & Pick<ControlProps, 'labelId' | 'value' | 'onChange'>

/** Attributes shared by all native controls of fields. */
export const controlProps = ({
  id,
  name,
  required,
  disabled,
  invalid,
  describedBy,
  lang,
}: NativeProps) => ({
  id,
  lang,
  name,
  disabled,
  'aria-required': required || undefined,
  'aria-invalid': invalid || undefined,
  'aria-describedby': describedBy,
})

/**
 * Replaces the cedilla letters of old keyboards with the Romanian comma-below letters while the
 * user types. The length stays the same.
 */
export const withCommaBelow = (text: string) =>
  text.replace(/[şţŞŢ]/g, (c) => ({ ş: 'ș', ţ: 'ț', Ş: 'Ș', Ţ: 'Ț' })[c] ?? c)

/**
 * Returns the text of an input whose value is text, or typed text that is not a valid value yet.
 */
export const inputText = (value: unknown) => (typeof value === 'string' ? value : '')
