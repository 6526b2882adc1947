import { randomInt } from 'node:crypto'
import { AppError } from '#platform/contract/errors.ts'

/** Letters and digits that nobody confuses when they are written by hand. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 6
const GROUP_LENGTH = 4
/** 2^15 costs 32 MB and 0.2 s. Passphrases are random, 24 letters of 31: 118 bits. */
const WORK_FACTOR = 15

/** Key of the backups of this blog: the server stores the two public parts only. */
export interface BackupKey {
  /** `age1…`: backups are encrypted to it. */
  readonly recipient: string
  /** The secret key, encrypted with the passphrase, as a text that the program `age` opens. */
  readonly keyFile: string
}

/** Creates a key. The passphrase is shown once and stored nowhere; the key is used once it was typed from the paper. */
export async function createBackupKey(): Promise<BackupKey & { readonly passphrase: string }> {
  const { armor, Encrypter, generateX25519Identity, identityToRecipient } = await import('age-encryption')
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  const passphrase = createPassphrase()
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  encrypter.setScryptWorkFactor(WORK_FACTOR)
  const keyFile = armor.encode(await encrypter.encrypt(`# public key: ${recipient}\n${identity}\n`))
  return { recipient, keyFile, passphrase }
}

const createPassphrase = () =>
  Array.from({ length: GROUPS }, () => Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')).join('-')

/** Forgives capitals and missing hyphens, as people type what they have on paper. */
export function normalizePassphrase(typed: string): string {
  const letters = typed.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return letters.match(new RegExp(`.{1,${GROUP_LENGTH}}`, 'g'))?.join('-') ?? ''
}

const WRONG = 'This passphrase is not the one of these backups. Please look at the paper again.'

/** @returns the secret keys of the files that this passphrase opens @throws bad_request if there are none */
export async function openKeyFiles(keyFiles: readonly string[], passphrase: string): Promise<string[]> {
  if (keyFiles.length === 0) throw new AppError('bad_request', 'The file with the key, kindred-key-….age, is not beside the backups.')
  const opened = await Promise.all(keyFiles.map((file) => openKeyFile(file, normalizePassphrase(passphrase))))
  const identities = opened.filter((identity) => identity !== undefined)
  if (identities.length === 0) throw new AppError('bad_request', WRONG, { field: 'passphrase' })
  return identities
}

/**
 * Opens a key that `createBackupKey` made, with its passphrase as a person has typed it.
 * @throws bad_request
 */
export async function openBackupKey(keyFile: string, passphrase: string): Promise<BackupKey> {
  const { armor, identityToRecipient } = await import('age-encryption')
  try {
    if (!OWN_HEAD.test(Buffer.from(armor.decode(keyFile)).toString('latin1'))) throw new Error('Another work factor.')
  } catch {
    throw new AppError('bad_request', 'This is no key of this blog. Please make the passphrase again.', { field: 'keyFile' })
  }
  const identity = await openKeyFile(keyFile, normalizePassphrase(passphrase))
  const recipient = identity && (await identityToRecipient(identity).catch(() => undefined))
  if (!recipient) throw new AppError('bad_request', MISTYPED, { field: 'passphrase' })
  return { recipient, keyFile }
}

/** A file of others could name a work factor that holds up the whole process. */
const OWN_HEAD = new RegExp(`^age-encryption\\.org/v1\\n-> scrypt [\\w+/]{22} ${WORK_FACTOR}\\n`)
const MISTYPED = 'This is not the passphrase that was just made. Please compare it with your paper.'

async function openKeyFile(keyFile: string, passphrase: string): Promise<string | undefined> {
  const { armor, Decrypter } = await import('age-encryption')
  try {
    const decrypter = new Decrypter()
    decrypter.addPassphrase(passphrase)
    const text = await decrypter.decrypt(armor.decode(keyFile), 'text')
    return text.split('\n').find((line) => line.startsWith('AGE-SECRET-KEY-'))
  } catch {
    return undefined
  }
}

/** Several keys may have been in use; each backup names none, so all of them stay in the place. */
export const keyFileName = (recipient: string): string => `kindred-key-${recipient.slice(-8)}.age`
export const isKeyFileName = (name: string): boolean => /^kindred-key-[a-z0-9]{8}\.age$/.test(name)
export const KEY_FILE_MAX_BYTES = 10_000
