import type { ImgHTMLAttributes } from 'react'
import { useHttp } from '../app/console-context.ts'

interface ApiImageProps extends Omit<ImgHTMLAttributes<HTMLImageElement>, 'src' | 'crossOrigin'> {
  /** Path of an image in the API, or URL of an image that the page holds. */
  readonly path: string
  readonly alt: string
}

/** An image. Sends cookies if the API is on a different origin. */
export function ApiImage({ path, alt, ...attributes }: ApiImageProps) {
  const { apiUrl, isApiCrossOrigin } = useHttp()
  const isApiPath = path.startsWith('/')
  return (
    <img
      {...attributes}
      src={isApiPath ? apiUrl(path) : path}
      {...(isApiPath && isApiCrossOrigin() && { crossOrigin: 'use-credentials' as const })}
      alt={alt}
    />
  )
}
