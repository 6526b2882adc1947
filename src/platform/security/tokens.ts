import { createHash, createHmac, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'

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

const hasPassword = (url: string) => URL.canParse(url) && new URL(url).password !== ''

/**
 * Key for {@link deriveMailToken}, from the first of these addresses with a password: the same in all processes of a blog, and
 * not in its database. Without a password it is random, and each start has another one.
 */
export async function createSecretKey(urls: readonly string[]): Promise<Uint8Array> {
  const url = urls.find(hasPassword)
  return url === undefined ? randomBytes(TOKEN_BYTES) : promisify<string, string, number, Buffer>(scrypt)(url, 'kindred', TOKEN_BYTES)
}

/** Derives the token of a mail in the outbox: the same in each attempt. */
export const deriveMailToken = (key: Uint8Array, mailId: string): string => createHmac('sha256', key).update(mailId).digest('base64url')
