import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

/** 256 random bits, as text that fits a cookie or an address. */
export const createToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/** What the database has of a token: who reads the database can use none. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** The same successor each time for the same token and salt; without the salt it cannot be computed. */
export const deriveToken = (token: string, salt: string): string => createHash('sha256').update(`${salt}.${token}`).digest('base64url')
