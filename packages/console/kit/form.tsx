import { Form as AntdForm, type FormItemProps, type FormProps } from 'antd'
import type { ReactNode } from 'react'

/**
 * Ant Design's form, for the `formProps` of a hook of @refinedev/antd. Rows, labels and errors are
 * ours (decision 0036).
 */
export function Form<T>(props: Omit<FormProps<T>, 'children'> & { readonly children: ReactNode }) {
  return <AntdForm {...props} noValidate />
}

/**
 * Binds the value of its only child to the form. The child has the props `value` and `onChange`.
 */
export function FormValue(props: Pick<FormItemProps, 'name' | 'children'>) {
  return <AntdForm.Item {...props} noStyle />
}
