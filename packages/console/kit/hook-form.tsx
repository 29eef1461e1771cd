import { Form, type FormProps } from 'antd'
import type { ReactNode } from 'react'

/**
 * Connects the form created by a hook of @refinedev/antd without rendering an element. The console renders its own fields and holds
 * their values.
 */
export function HookForm<T>({ formProps, children }: { readonly formProps: FormProps<T>; readonly children: ReactNode }) {
  return (
    <Form {...formProps} component={false}>
      {children}
    </Form>
  )
}
