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

it('Transfers are counted in a lane of their own', () => {
  const admission = new Admission(() => false, { max: 1, maxLate: 1, maxTransfers: 1 })
  expect([admission.enter(), admission.enterTransfer(), admission.enterTransfer(), admission.enter()]).toEqual([true, true, false, false])
  admission.leaveTransfer()
  expect([admission.enterTransfer(), admission.running, admission.refused]).toEqual([true, 1, 2])
})
