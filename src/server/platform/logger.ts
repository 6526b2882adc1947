import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger }

/** One JSON object a line. What could identify or impersonate someone is struck out wherever it stands. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      redact: {
        paths: [
          'password',
          'token',
          'email',
          'cookie',
          'authorization',
          '*.password',
          '*.token',
          '*.email',
          '*.cookie',
          '*.authorization',
          'err.parameters',
          'err.detail',
        ],
        censor: '[redacted]',
      },
    },
    ...(destination ? [destination] : []),
  )
}
