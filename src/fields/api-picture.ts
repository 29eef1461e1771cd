import { apiAddress, isApiElsewhere } from '#providers/http.ts'

/** Attributes of an `<img>` for a picture that the API keeps or the page holds itself. To another origin it asks with cookies. */
export const pictureAt = (path: string): { readonly src: string; readonly crossOrigin?: 'use-credentials' } =>
  path.startsWith('/') ? { src: apiAddress(path), ...(isApiElsewhere() && { crossOrigin: 'use-credentials' }) } : { src: path }
