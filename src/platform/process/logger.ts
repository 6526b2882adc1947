import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger }

const ERROR_LEVEL = 50

/** One JSON object a line. Redacts what could identify or impersonate a person. @param onError called for each line of level error or worse */
export function createLogger(level: string, destination?: DestinationStream, onError: () => void = () => {}): Logger {
  return pino(
    {
      hooks: {
        logMethod(given, method, at) {
          if (at >= ERROR_LEVEL) onError()
          method.apply(this, given)
        },
      },
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
