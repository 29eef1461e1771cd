/** Texts of this university's own that pages show which the server paints, by `../locales/<language>/<namespace>.json`. */
export const ownPaintedTexts = import.meta.glob<object>(
  '../locales/*/{public,errors,admission,apply,status,progress,resources,averages,expression}.json',
  {
    import: 'default',
    eager: true,
  },
)
