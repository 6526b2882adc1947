import type { RequestListener } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { RouteTemplate } from './route-template.ts'

/** Metrics of one process. */
export interface Metrics {
  /** Counts the requests of this listener. */
  readonly watch: (listener: RequestListener) => RequestListener
  /** In Prometheus' text format. */
  readonly text: () => Promise<string>
}

/** Read when the metrics are requested. */
export interface MetricSources {
  readonly cache: { readonly hits: number; readonly misses: number; readonly bytes: number; readonly size: number }
  readonly admission: { readonly running: number; readonly refused: number }
  readonly pictures: () => { readonly waiting: number; readonly working: number }
  readonly errors: () => number
  readonly waitingMail: () => Promise<number>
  /** Number of pending mails to followers. */
  readonly waitingDeliveries: () => Promise<number>
}

const SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Our own metrics begin with kindred_; Node's default ones are added. */
export function createMetrics(sources: MetricSources, routeTemplate: RouteTemplate): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  declareGauges(registry, sources)
  const requests = new Counter({
    name: 'kindred_http_requests_total',
    help: 'Requests by route and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'kindred_http_request_seconds',
    help: 'Time from the request to the end of its response.',
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
        // 0: the client closed the connection before there was a status.
        requests.inc({ method: METHODS.has(method) ? method : 'other', route, status: response.headersSent ? response.statusCode : 0 })
        seconds.observe({ route }, (performance.now() - startedAt) / 1000)
      })
      listener(request, response)
    },
    text: () => registry.metrics(),
  }
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

function declareGauges(registry: Registry, { cache, admission, pictures, errors, ...queues }: MetricSources): void {
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
  counter('kindred_response_cache_hits_total', 'Cached responses that were sent.', () => cache.hits)
  counter('kindred_response_cache_misses_total', 'Cacheable responses that were rendered.', () => cache.misses)
  gauge('kindred_response_cache_bytes', 'Bytes of the cached responses.', () => cache.bytes)
  gauge('kindred_response_cache_entries', 'Cached responses.', () => cache.size)
  gauge('kindred_requests_running', 'Requests that are being handled.', () => admission.running)
  counter('kindred_requests_refused_total', 'Requests refused because of overload (503).', () => admission.refused)
  gauge('kindred_pictures_waiting', 'Queued pictures.', () => pictures().waiting)
  gauge('kindred_pictures_working', 'Pictures being processed.', () => pictures().working)
  counter('kindred_errors_total', 'Errors in the log.', errors)
  const queue = (name: string, help: string, count: () => Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await count().catch(() => Number.NaN))
      },
    })
  queue('kindred_outbox_waiting', 'Queued mails.', queues.waitingMail)
  queue('kindred_deliveries_waiting', 'Queued mails to followers.', queues.waitingDeliveries)
}

const given = (read: () => number) =>
  function collect(this: Gauge): void {
    this.set(read())
  }
