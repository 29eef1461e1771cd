import { Form, type FormProps } from 'antd'
import type { ReactNode } from 'react'

/** Keeps the form that a hook of @refinedev/antd made, without an element: the fields inside are ours, and so are their values. */
export function HookForm<T>({ formProps, children }: { readonly formProps: FormProps<T>; readonly children: ReactNode }) {
  return (
    <Form {...formProps} component={false}>
      {children}
    </Form>
  )
}
