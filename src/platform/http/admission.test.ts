import { expect, it } from 'vitest'
import { Admission } from './admission.ts'

it('Admission limits concurrent requests, and allows few while the event loop is late', () => {
  let isLate = false
  const admission = new Admission(() => isLate, { max: 3, maxLate: 1 })
  const enter = (times: number) => Array.from({ length: times }, () => admission.enter())
  expect(enter(4)).toEqual([true, true, true, false])
  admission.leave()
  isLate = true
  expect(enter(1)).toEqual([false])
  expect([admission.running, admission.refused]).toEqual([2, 2])
  admission.leave()
  admission.leave()
  expect(enter(2)).toEqual([true, false])
})
