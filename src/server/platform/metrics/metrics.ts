import type { RequestListener } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { routeTemplate } from './route-template.ts'

/** Figures of one process, which tell how the blog is. */
export interface Metrics {
  /** Counts what this listener answers. */
  readonly watch: (listener: RequestListener) => RequestListener
  /** As Prometheus reads it. */
  readonly text: () => Promise<string>
}

/** Where the figures come from; asked when somebody wants to see them. */
export interface MetricSources {
  readonly cache: { readonly hits: number; readonly misses: number; readonly bytes: number; readonly size: number }
  readonly admission: { readonly running: number; readonly refused: number }
  readonly pictures: () => { readonly waiting: number; readonly working: number }
  readonly errors: () => number
  readonly waitingMail: () => Promise<number>
}

const SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Everything is named kindred_…, but for what every Node process tells. */
export function createMetrics(sources: MetricSources): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  declareGauges(registry, sources)
  const requests = new Counter({
    name: 'kindred_http_requests_total',
    help: 'Answered requests by kind of address and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'kindred_http_request_seconds',
    help: 'Time from the request to the end of its answer.',
    labelNames: ['route'],
    buckets: SECONDS,
    registers: [registry],
  })
  return {
    watch: (listener) => (request, response) => {
      const startedAt = performance.now()
      const { method = '', url = '' } = request
      response.once('close', () => {
        const route = routeTemplate(url)
        // 0 is nobody's status: the reader went away before there was one.
        requests.inc({ method: METHODS.has(method) ? method : 'other', route, status: response.headersSent ? response.statusCode : 0 })
        seconds.observe({ route }, (performance.now() - startedAt) / 1000)
      })
      listener(request, response)
    },
    text: () => registry.metrics(),
  }
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

function declareGauges(registry: Registry, { cache, admission, pictures, errors, waitingMail }: MetricSources): void {
  const counter = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  const gauge = (name: string, help: string, read: () => number) => new Gauge({ name, help, registers: [registry], collect: given(read) })
  counter('kindred_answer_cache_hits_total', 'Answers that were there whole.', () => cache.hits)
  counter('kindred_answer_cache_misses_total', 'Answers that had to be made and may be kept.', () => cache.misses)
  gauge('kindred_answer_cache_bytes', 'Bytes of the kept answers.', () => cache.bytes)
  gauge('kindred_answer_cache_entries', 'Kept answers.', () => cache.size)
  gauge('kindred_answers_being_made', 'Pages and calls that are being worked on.', () => admission.running)
  counter('kindred_requests_refused_total', 'Requests that were told to come back later (503).', () => admission.refused)
  gauge('kindred_pictures_waiting', 'Pictures that wait to be made ready.', () => pictures().waiting)
  gauge('kindred_pictures_working', 'Pictures that are being made ready.', () => pictures().working)
  counter('kindred_errors_total', 'Lines of the log that tell of an error.', errors)
  new Gauge({
    name: 'kindred_outbox_waiting',
    help: 'Mails that wait to be sent.',
    registers: [registry],
    async collect() {
      this.set(await waitingMail().catch(() => Number.NaN))
    },
  })
}

const given = (read: () => number) =>
  function collect(this: Gauge): void {
    this.set(read())
  }
