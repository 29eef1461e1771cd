/** The texts of the packages and of the application, which `scripts/text-modules.ts` combines. */
declare module 'virtual:texts' {
  /** Loads a namespace of a language; undefined if there is none. */
  export const loadTexts: (language: string, namespace: string) => Promise<object | undefined>
}
