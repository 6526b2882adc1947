import { expect, it } from 'vitest'
import { AppError } from '#platform/contract/errors.ts'
import { ByteBudget } from './checksum.ts'

it('A byte budget refuses uploads that do not fit, and accepts them when there is room again', async () => {
  const budget = new ByteBudget(100)
  const running = Promise.withResolvers<string>()
  const first = budget.hold(60, () => running.promise)
  await expect(budget.hold(41, async () => 'too much')).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 })
  expect(await budget.hold(40, async () => 'fits')).toBe('fits')
  await expect(budget.hold(40, () => Promise.reject(new AppError('bad_request')))).rejects.toThrow(AppError)
  running.resolve('done')
  expect(await first).toBe('done')
  expect(await budget.hold(1000, async () => 'alone')).toBe('alone')
})
