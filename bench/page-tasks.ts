import type { CDPSession } from 'playwright-core'

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** CPU time in microseconds. */
  readonly tdur?: number
  readonly args: { readonly name?: string }
}

/**
 * Records the tasks of the renderers' main threads. Their CPU time is reliable on a busy machine, while the time until
 * the next paint includes other programs. @returns a function that ends the recording and returns the time of each task in ms
 */
export async function recordTasks(devtools: CDPSession): Promise<() => Promise<number[]>> {
  const events: TraceEvent[] = []
  const collect = ({ value }: { value: unknown[] }) => void events.push(...(value as TraceEvent[]))
  devtools.on('Tracing.dataCollected', collect)
  await devtools.send('Tracing.start', { traceConfig: { includedCategories: ['toplevel', '__metadata'] } })
  return async () => {
    const complete = new Promise((resolve) => {
      devtools.once('Tracing.tracingComplete', resolve)
    })
    await devtools.send('Tracing.end')
    await complete
    devtools.off('Tracing.dataCollected', collect)
    const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
    const ofPages = new Set(events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(threadOf))
    return events.filter((event) => event.name.endsWith('RunTask') && ofPages.has(threadOf(event))).map(({ tdur = 0 }) => tdur / 1000)
  }
}
