/** Custom texts on prerendered pages, from `../locales/<language>/<namespace>.json`. */
export const ownPaintedTexts = import.meta.glob<object>(
  '../locales/*/{public,errors,admission,apply,status,progress,resources,averages,expression}.json',
  {
    import: 'default',
    eager: true,
  },
)
