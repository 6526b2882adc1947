import { hash } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

describe('passwords', () => {
  it('fit their own hash only, and no hash is like another', async () => {
    const [one, other] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
    expect(one).not.toBe(other)
    expect(await verifyPassword(one, 'correct horse')).toBe(true)
    expect(await verifyPassword(one, 'Correct horse')).toBe(false)
    expect(await verifyPassword(one, '')).toBe(false)
  })

  it('fit with blanks at the ends and however accents are composed, also with a hash of what was typed before', async () => {
    const stored = await hashPassword(' Cafe\u0301 au lait\u00A0')
    for (const typed of ['Caf\u00E9 au lait', 'Cafe\u0301 au lait', '  Caf\u00E9 au lait\n'])
      expect(await verifyPassword(stored, typed)).toBe(true)
    for (const former of [' blank before', 'Cafe\u0301 au lait']) {
      const asTyped = await hash(former)
      expect(await verifyPassword(asTyped, former)).toBe(true)
      expect(await verifyPassword(asTyped, former.normalize('NFC').trim())).toBe(false)
    }
  })

  it('never fit where there is no hash', async () => {
    for (const none of [null, undefined]) expect(await verifyPassword(none, '\0'.repeat(129))).toBe(false)
  })
})
