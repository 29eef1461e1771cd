/** Page header of @ant-design/pro-layout, which @refinedev/antd imports for pages that we do not draw with it; it would bring 75 KB. */
export const PageHeader = () => null
