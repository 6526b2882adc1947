/** Runs `work` on several items at a time and yields the results in their order; holds at most `ahead` of them. */
export async function* mapAhead<In, Out>(
  source: AsyncIterable<In> | Iterable<In>,
  ahead: number,
  work: (item: In) => Promise<Out>,
): AsyncGenerator<Out> {
  const begun: Promise<Out>[] = []
  try {
    for await (const item of source) {
      const result = work(item)
      // The result is awaited later; until then a rejection must not count as unhandled.
      result.catch(() => {})
      begun.push(result)
      if (begun.length >= ahead) yield (await begun.shift()) as Out
    }
    while (begun.length > 0) yield (await begun.shift()) as Out
  } finally {
    await Promise.allSettled(begun)
  }
}
