declare module 'jsdom' {
  export class JSDOM {
    constructor(text: string, options?: { readonly contentType: string })
    readonly window: Pick<Window, 'document' | 'getComputedStyle'>
  }
}
