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

export interface CreatedKey extends BackupKey {
  readonly passphrase: string
}

/** Creates a key. The passphrase is shown once and stored nowhere. */
export async function createBackupKey(): Promise<CreatedKey> {
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
const NO_KEY_FILE = 'The file with the key, kindred-key-….age, is needed, too: it lies beside the backups.'

/** A key file that its passphrase has opened. */
export interface OpenedKey extends BackupKey {
  /** The secret key. */
  readonly identity: string
}

/** @returns the keys that this passphrase opens, as a person has typed it @throws bad_request if there are none */
export async function openKeys(keyFiles: readonly string[], passphrase: string): Promise<OpenedKey[]> {
  if (keyFiles.length === 0) throw new AppError('bad_request', NO_KEY_FILE, { field: 'keyFile' })
  const opened = await Promise.all(keyFiles.map((file) => openKey(file, normalizePassphrase(passphrase))))
  const keys = opened.filter((key) => key !== undefined)
  if (keys.length === 0) throw new AppError('bad_request', WRONG, { field: 'passphrase' })
  return keys
}

/** A file of others could name a work factor that takes all memory. */
const OWN_HEAD = new RegExp(`^age-encryption\\.org/v1\\n-> scrypt [\\w+/]{22} ${WORK_FACTOR}\\n`)

async function openKey(keyFile: string, passphrase: string): Promise<OpenedKey | undefined> {
  const { armor, Decrypter, identityToRecipient } = await import('age-encryption')
  try {
    const bytes = armor.decode(keyFile)
    if (!OWN_HEAD.test(Buffer.from(bytes).toString('latin1'))) return undefined
    const decrypter = new Decrypter()
    decrypter.addPassphrase(passphrase)
    const text = await decrypter.decrypt(bytes, 'text')
    const identity = text.split('\n').find((line) => line.startsWith('AGE-SECRET-KEY-')) ?? ''
    return { identity, recipient: await identityToRecipient(identity), keyFile }
  } catch {
    return undefined
  }
}

/** Several keys may have been in use; each backup names none, so all of them stay in the place. */
export const keyFileName = (recipient: string): string => `kindred-key-${recipient.slice(-8)}.age`
export const isKeyFileName = (name: string): boolean => /^kindred-key-[a-z0-9]{8}\.age$/.test(name)
export const KEY_FILE_MAX_BYTES = 10_000
