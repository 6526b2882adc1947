/** What starts work by itself, once the blog serves. */
export type WhenServing = (start: () => () => unknown) => void

/** Each work stops in the order of the parts. */
export function openSchedule(parts: AsyncDisposableStack): { whenServing: WhenServing; serve: () => void } {
  const starts: (() => void)[] = []
  return {
    whenServing(start) {
      let stop: (() => unknown) | undefined
      starts.push(() => (stop = start()))
      parts.defer(async () => void (await stop?.()))
    },
    serve() {
      for (const start of starts) start()
    },
  }
}
