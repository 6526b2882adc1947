import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

/** 256 random bits, as text that fits a cookie or an address. */
export const createToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/** 256 bits as base64url. Slugs have neither capitals nor underscores, and hardly a token has none. */
const TOKEN = /(?<![\w-])(?=[\w-]*[A-Z_])[\w-]{43}(?![\w-])/g

/** An address as the log may have it: some are keys. */
export const withoutTokens = (path: string): string => path.replace(TOKEN, '[key]')

/** What the database has of a token: who reads the database can use none. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** The same successor each time for the same token and salt; without the salt it cannot be computed. */
export const deriveToken = (token: string, salt: string): string => createHash('sha256').update(`${salt}.${token}`).digest('base64url')
