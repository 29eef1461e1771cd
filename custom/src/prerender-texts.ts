/** Custom texts on prerendered pages, from `../locales/<language>/<namespace>.json`. */
export const customPrerenderTexts = import.meta.glob<object>(
  '../locales/*/{public,errors,admission,apply,status,progress,resources,averages,expression}.json',
  {
    import: 'default',
    eager: true,
  },
)
