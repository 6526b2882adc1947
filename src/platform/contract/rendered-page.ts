/** A page as the renderer returns it. */
export interface RenderedPage {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly html: string
}
