import { expect, it } from 'vitest'
import { mailboxKey } from './mailbox-key.ts'

it('Spellings of one mailbox share a key, and other mailboxes have their own', () => {
  const key = mailboxKey('mother@gmail.com')
  for (const other of ['mother+1@gmail.com', 'mo.ther@gmail.com', 'm.o.t.h.e.r+x+y@googlemail.com']) expect(mailboxKey(other)).toBe(key)
  for (const other of ['mothers@gmail.com', 'mother@x.example', 'mother@gmail.com.x.example']) expect(mailboxKey(other)).not.toBe(key)
})
