import { expect, it } from 'vitest'
import { isEmail, normalizeEmail } from './email-address.ts'

it.each([
  [' Ann@Example.org ', 'ann@example.org'],
  ['jörg@example.org', null],
  ['ann@bücher.example', 'ann@xn--bcher-kva.example'],
  ['anna@почта.рф', 'anna@xn--80a1acny.xn--p1ai'],
  ['a/b@example.org', 'a/b@example.org'],
  ["o'neill+kids@example.co.uk", "o'neill+kids@example.co.uk"],
  ['ann', null],
  ['ann@localhost', null],
  ['ann@example.org.', null],
  ['ann..b@example.org', null],
  ['.ann@example.org', null],
  ['ann@-example.org', null],
  ['ann@bücher.example/path', null],
  ['ann@bücher.example:25', null],
  ['ann@x@bücher.example', null],
  ['ann@192.0.2.7', null],
  ['ann@example.org\nBcc: b@example.org', null],
  ['"ann b"@example.org', null],
])('The address %j is stored as %j', (typed, stored) => {
  const email = normalizeEmail(typed)
  expect(isEmail(email) ? email : null).toBe(stored)
})
