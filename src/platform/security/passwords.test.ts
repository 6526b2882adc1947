import { describe, expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

describe('passwords', () => {
  it('fit their own hash only, and no hash is like another', async () => {
    const [one, other] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
    expect(one).not.toBe(other)
    expect(await verifyPassword(one, 'correct horse')).toBe(true)
    expect(await verifyPassword(one, 'correct horse ')).toBe(false)
    expect(await verifyPassword(one, 'Correct horse')).toBe(false)
    expect(await verifyPassword(one, '')).toBe(false)
  })

  it('never fit where there is no hash', async () => {
    for (const none of [null, undefined]) expect(await verifyPassword(none, '\0'.repeat(129))).toBe(false)
  })
})
