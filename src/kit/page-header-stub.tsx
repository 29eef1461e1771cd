import type { ReactNode } from 'react'

/**
 * Stands in for the page header of @ant-design/pro-layout, which @refinedev/antd imports for pages that we do not use; the
 * original brings 75 KB with it. See `resolve.alias` in `vite.config.ts`.
 */
export const PageHeader = ({ children }: { readonly children?: ReactNode }) => <>{children}</>
