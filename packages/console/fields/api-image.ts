import { apiUrl, isApiCrossOrigin } from '@matricola/providers/http.ts'

/**
 * Returns attributes of an `<img>` for an image from the API or an image that the page holds. Sends cookies if the API is on a
 * different origin.
 */
export const imageAttributes = (path: string): { readonly src: string; readonly crossOrigin?: 'use-credentials' } =>
  path.startsWith('/') ? { src: apiUrl(path), ...(isApiCrossOrigin() && { crossOrigin: 'use-credentials' }) } : { src: path }
