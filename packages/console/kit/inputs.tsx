/**
 * Ant Design's text inputs. Changes: `ref` is the element itself, and `aria-invalid` shows the
 * error state. Textareas grow by a hidden copy (`grow-box`), because Ant Design measures with a
 * style attribute, which the Content-Security-Policy blocks. Imported one by one, because the index
 * would include the inputs for search and one-time codes.
 */
import AntdInput from 'antd/es/input/Input'
import AntdTextArea from 'antd/es/input/TextArea'
import type { InputHTMLAttributes, Ref, TextareaHTMLAttributes } from 'react'
import './inputs.css'

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'size' | 'prefix'> &
  DataAttributes & { readonly ref?: Ref<HTMLInputElement> }
type TextAreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> &
  DataAttributes & { readonly ref?: Ref<HTMLTextAreaElement> }

interface DataAttributes {
  readonly [name: `data-${string}`]: unknown
}

export function Input({ ref, ...props }: InputProps) {
  return (
    <AntdInput
      {...props}
      {...statusOf(props)}
      ref={(instance) => assignRef(ref, instance?.input ?? null)}
    />
  )
}

export function TextArea({ ref, ...props }: TextAreaProps) {
  return (
    <AntdTextArea
      {...props}
      {...statusOf(props)}
      ref={(instance) => assignRef(ref, instance?.resizableTextArea?.textArea ?? null)}
    />
  )
}

const statusOf = ({
  'aria-invalid': invalid,
}: {
  readonly 'aria-invalid'?: InputProps['aria-invalid']
}) => ({
  status: invalid === true || invalid === 'true' ? ('error' as const) : ('' as const),
})

function assignRef<T>(ref: Ref<T> | undefined, element: T | null) {
  if (typeof ref === 'function') ref(element)
  else if (ref) ref.current = element
}
