/** What phones and programs write into files, each with a text that occurs nowhere else. */
export const SECRETS = {
  coordinates: '+48.13713+011.57540/',
  model: 'SecretPhone 15 Pro',
  serial: 'SERIAL-F17XK2Q9PLJM',
  owner: 'Owner Ines Secretova',
  software: 'SecretSoft 17.6.1',
  comment: 'a remark nobody else may read',
  date: '2024-02-29T23:59:58+0100',
} as const

export type SecretKind = keyof typeof SECRETS

export const SECRET_KINDS = Object.keys(SECRETS) as SecretKind[]

const utf16 = (text: string) => Buffer.from(text, 'utf16le')

/** Every form in which the text might stand in a file. */
export function holdsSecret(bytes: Buffer, secret: string): boolean {
  const wide = utf16(secret)
  return bytes.includes(secret) || bytes.includes(wide) || bytes.includes(Buffer.from(wide).swap16())
}

/** Writes a document around a secret. */
export type Plant = (secret: string) => Buffer
