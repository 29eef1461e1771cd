/// <reference types="vite/client" />
export const customPrerenderTexts = import.meta.glob<object>(
  '../locales/*/{public,errors,admission,apply,status,progress,resources,averages,expression}.json',
  {
    import: 'default',
    eager: true,
  },
)
