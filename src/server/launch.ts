import cluster from 'node:cluster'
import { endWithNpm } from './end-with-npm.ts'
import type { Config } from './platform/config.ts'
import { createLogger, type Logger } from './platform/logger.ts'
import { StartError } from './platform/start-error.ts'
import { serveMetrics } from './platform/metrics/serve-metrics.ts'
import { Primary, START_ERROR_EXIT_CODE } from './primary.ts'
import { readSettings } from './read-settings.ts'
import { onReplaceSignal, STOP_SIGNALS } from './signals.ts'

/** One blog in this process, or with WORKERS the process in front of several. */
export async function launch(): Promise<void> {
  try {
    const config = readSettings(process.env)
    const logger = createLogger(config.logLevel)
    if (cluster.isPrimary) endWithNpm()
    if (cluster.isPrimary && config.workers > 1) await runInFront(config, logger)
    else {
      // The process in front never loads what makes a blog.
      const { runAlone, runAsWorker } = await import('./run-blog.ts')
      await (cluster.isWorker ? runAsWorker(logger) : runAlone(config, logger))
    }
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    for (const line of error.message.split('\n')) process.stderr.write(`${line}\n`)
    // A worker has nothing left to wait for, but its channel to the process in front would keep it.
    if (cluster.isWorker) process.exit(START_ERROR_EXIT_CODE)
    process.exitCode = 1
  }
}

async function runInFront({ workers, metricsPort }: Config, logger: Logger): Promise<void> {
  const primary = new Primary({ workers, logger, say: (line) => process.stdout.write(`${line}\n`) })
  for (const signal of STOP_SIGNALS) process.on(signal, () => void primary.stop().then(() => process.exit(0)))
  onReplaceSignal(() => void primary.replaceAll())
  if (metricsPort !== null) await serveMetrics(metricsPort, () => addFigures(primary))
  try {
    await primary.start()
  } catch (error) {
    await primary.stop()
    // The worker has told why.
    if (!(error instanceof StartError)) process.stderr.write(`${String(error)}\n`)
    process.exit(1)
  }
}

/** Loaded only where somebody wants to see figures. */
async function addFigures(primary: Primary): Promise<string> {
  const { AggregatorRegistry } = await import('prom-client')
  return AggregatorRegistry.aggregate(await primary.gatherFigures()).metrics()
}
