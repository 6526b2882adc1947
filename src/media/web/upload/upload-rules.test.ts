import { expect, test } from 'vitest'
import { uploadErrorOf, UploadError, isFinal, isResumable, nextPartBytes, RetryClock, wholePercent } from './upload-rules.ts'

const KB = 1024

test('parts begin at 256 KB and double to below 32 MB', () => {
  const sizes = [256 * KB]
  while (sizes.length < 10) sizes.push(nextPartBytes(sizes.at(-1) ?? 0))
  expect(sizes.map((size) => size / KB)).toEqual([256, 512, 1024, 2048, 4096, 8192, 16_384, 16_384, 16_384, 16_384])
})

test('up to 256 KB goes in one request', () => {
  expect([isResumable(256 * KB), isResumable(256 * KB + 1)]).toEqual([false, true])
})

test('an operation is tried for two minutes, an upload for ten', () => {
  const clock = new RetryClock()
  const delays: number[] = []
  for (let delay = clock.failed(); delay !== null; delay = clock.failed()) delays.push(delay / 1000)
  expect(delays).toEqual([1, 2, 4, 8, 16, 16, 16, 16, 16, 16])
  const patient = new RetryClock()
  let total = 0
  for (let delay = patient.failed(); delay !== null; delay = patient.failed()) {
    total += delay
    patient.succeeded()
  }
  expect(total).toBe(600_000)
})

test('the server decides how long to wait, within the time for retries', () => {
  const clock = new RetryClock()
  expect([clock.failed(30_000), clock.failed(), clock.failed(3_600_000)]).toEqual([30_000, 2000, null])
})

const errorOf = (status: number, body = '', retryAfter: string | null = null) => {
  const { code, retryMs } = uploadErrorOf({ status, body, retryAfter })
  return [code, retryMs]
}

test('only transient failures are retried, and only refusals are final', () => {
  for (const status of [0, 500, 502, 503, 409, 423]) {
    expect([errorOf(status), isFinal(status)], String(status)).toEqual([['retry-limit-exceeded', 0], false])
  }
  for (const status of [400, 403, 404, 410, 413])
    expect([errorOf(status), isFinal(status)], String(status)).toEqual([['refused', null], true])
  expect([errorOf(401), isFinal(401)]).toEqual([['signed-out', null], false])
  expect([errorOf(429, '', '30'), isFinal(429)]).toEqual([['rate-limited', 30_000], false])
})

test('percents are whole', () => {
  expect([wholePercent(0, 0), wholePercent(1, 3), wholePercent(2, 3), wholePercent(3, 3)]).toEqual([0, 33, 67, 100])
})

test("an error has the server's reason, or a general one", () => {
  const refusal = (body: string) => uploadErrorOf({ status: 400, body, retryAfter: null })
  expect(refusal('{"message":"Too large"}')).toEqual(new UploadError('refused', 'Too large'))
  for (const body of ['<html>', '{}', 'null', '{"message":""}']) expect(refusal(body).message).toBe('Image upload failed')
})
