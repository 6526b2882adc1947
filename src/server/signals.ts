/** Each of these asks the blog to finish and end. */
export const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/** Asks for new processes in the place of the old ones, without a gap. */
const REPLACE_SIGNAL = 'SIGUSR2'

export function onReplaceSignal(listener: () => void): void {
  if (process.platform !== 'win32') process.on(REPLACE_SIGNAL, listener)
}
