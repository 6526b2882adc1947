import fc from 'fast-check'

/**
 * Unit of `fc.string` for any code point. Gives the same strings as fast-check's 'binary', which takes a second to
 * prepare the shrinking of a million code points.
 */
export const codePoint = fc.oneof(fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff })).map((code) => String.fromCodePoint(code))
