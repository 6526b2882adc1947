/** Signals with which a process that cleans files ends itself: it takes too much memory, or too much of the processor's time. */
export const TOO_MUCH_MEMORY = 'SIGUSR2'
export const TOO_MUCH_TIME = 'SIGALRM'

/**
 * A hostile file must not fill the memory of the machine: an empty process takes 80 MB, the largest document 210, audio of four
 * hours 250. The heap has a limit of its own.
 */
export const MEMORY_MAX_BYTES = 278 * 1024 * 1024

const TIME_MAX_MS = 30_000
/** Audio of many hours has many small packets. */
const SLOWEST_BYTES_PER_MS = 500

/** The processor's time for a file: on a busy machine, an honest one may take much longer by the clock. */
export const timeMaxMs = (bytes: number): number => TIME_MAX_MS + bytes / SLOWEST_BYTES_PER_MS
