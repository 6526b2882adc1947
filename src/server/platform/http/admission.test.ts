import { expect, it } from 'vitest'
import { Admission } from './admission.ts'

it('so many are let in at the same time, and none while the process is late', () => {
  let isLate = false
  const admission = new Admission(() => isLate, 2)
  expect([admission.enter(), admission.enter(), admission.enter()]).toEqual([true, true, false])
  admission.leave()
  isLate = true
  expect([admission.enter(), admission.running, admission.refused]).toEqual([false, 1, 2])
  admission.leave()
  // With nothing at work, one shows whether it is still late.
  expect([admission.enter(), admission.enter()]).toEqual([true, false])
})
