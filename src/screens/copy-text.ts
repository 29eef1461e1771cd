/** Copies a text to the clipboard. Resolves to whether that worked; browsers allow it in secure contexts only. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
