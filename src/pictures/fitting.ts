import { maxUploadBytes } from '#model/vocabulary.ts'

/** A picture that can be sent: one that is too large is drawn smaller. What cannot be drawn stays as it is, to be refused in words. */
export async function fitting(file: File): Promise<File> {
  if (file.size <= maxUploadBytes) return file
  try {
    const { redrawPicture } = await import('./shrink.ts')
    const drawn = await redrawPicture(file)
    return new File([drawn], `${file.name.replace(/\.[^.]*$/, '')}.jpg`, { type: drawn.type })
  } catch {
    return file
  }
}
