/** An answer as text: what makes it knows nothing of sockets and encodings. */
export interface TextAnswer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}
