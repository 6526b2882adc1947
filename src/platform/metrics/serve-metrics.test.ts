import { expect, it, onTestFinished } from 'vitest'
import { serveMetrics } from './serve-metrics.ts'

it.skipIf(process.platform !== 'linux')('Metrics are served at the chosen address only, and nothing else is served there', async () => {
  const server = await serveMetrics({ host: '127.0.0.2', port: 0 }, async () => 'kindred_errors_total 0\n')
  onTestFinished(server.close)
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.2:\d+\/metrics$/)
  const response = await fetch(server.url)
  expect([response.status, await response.text()]).toEqual([200, 'kindred_errors_total 0\n'])
  expect((await fetch(server.url.replace('/metrics', '/'))).status).toBe(404)
  await expect(fetch(server.url.replace('127.0.0.2', '127.0.0.1'))).rejects.toThrow('fetch failed')
})
