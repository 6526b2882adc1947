import fc from 'fast-check'

/**
 * Any code point, as the unit of `fc.string`: the same texts as with fast-check's own 'binary', which first takes a second
 * to prepare the shrinking of a million code points.
 */
export const codePoint = fc.oneof(fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff })).map((code) => String.fromCodePoint(code))
