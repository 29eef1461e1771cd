import { apiUrl, isApiCrossOrigin } from '#providers/http.ts'

/** Returns attributes of an `<img>` for an image of the API or one that the page holds. Sends cookies if the API has another origin. */
export const imageAttributes = (path: string): { readonly src: string; readonly crossOrigin?: 'use-credentials' } =>
  path.startsWith('/') ? { src: apiUrl(path), ...(isApiCrossOrigin() && { crossOrigin: 'use-credentials' }) } : { src: path }
