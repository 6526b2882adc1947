import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

/** 256 random bits, as text that fits a cookie or an address. */
export const createToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/** 256 bits as base64url. Slugs have neither capitals nor underscores; almost every token has one. */
const TOKEN = /(?<![\w-])(?=[\w-]*[A-Z_])[\w-]{43}(?![\w-])/g

/** Removes tokens from an address before it is logged. */
export const withoutTokens = (path: string): string => path.replace(TOKEN, '[key]')

/** Hashes a token for the database, so that a leaked database contains no usable token. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Derives the successor of a token: always the same one, which cannot be computed without the salt. */
export const deriveToken = (token: string, salt: string): string => createHash('sha256').update(`${salt}.${token}`).digest('base64url')
