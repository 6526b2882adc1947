import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { TEST_ORIGIN } from '#tests/support/test-app.ts'

/** A simulated phone that creates and uses passkeys, in the format of `navigator.credentials`. */
export interface PasskeyDevice {
  readonly create: (options: unknown, changes?: Changes) => object
  readonly use: (options: unknown, changes?: Changes) => object
}

/** Changes that simulate a page of another site, or a device that does not verify its user. */
interface Changes {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly crossOrigin?: boolean
  readonly topOrigin?: string
  readonly isUserVerified?: boolean
  readonly signature?: Buffer
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

interface Options {
  readonly challenge: string
  readonly rp?: { readonly id: string }
  readonly rpId?: string
}

export function createPasskeyDevice(): PasskeyDevice {
  const id = randomBytes(16)
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let counter = 0

  const authenticatorData = (site: string, { isUserVerified = true }: Changes, credential = Buffer.alloc(0)) => {
    const flags = USER_PRESENT | (isUserVerified ? USER_VERIFIED : 0) | (credential.length > 0 ? HAS_CREDENTIAL : 0)
    const head = Buffer.alloc(5)
    head.writeUInt8(flags, 0)
    head.writeUInt32BE((counter += 1), 1)
    return Buffer.concat([sha256(site), head, credential])
  }
  const envelope = (response: object) => ({
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key',
    response,
    clientExtensionResults: {},
  })

  return {
    create(options, changes = {}) {
      const { challenge, rp } = options as Options
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)])
      const parts = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authenticatorData(changes.rpId ?? rp?.id ?? '', changes, credential))],
      ])
      return envelope({
        clientDataJSON: clientData('webauthn.create', challenge, changes),
        attestationObject: base64url(isoCBOR.encode(parts as never)),
        transports: ['internal'],
      })
    },
    use(options, changes = {}) {
      const { challenge, rpId } = options as Options
      const data = authenticatorData(changes.rpId ?? rpId ?? '', changes)
      const clientDataJSON = clientData('webauthn.get', challenge, changes)
      const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))])
      const signature = changes.signature ?? sign('sha256', signed, privateKey)
      return envelope({ clientDataJSON, authenticatorData: base64url(data), signature: base64url(signature) })
    },
  }
}

const clientData = (type: string, asked: string, { origin = TEST_ORIGIN, challenge = asked, ...page }: Changes) =>
  base64url(Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: page.crossOrigin ?? false, topOrigin: page.topOrigin })))

/** Encodes an ES256 key as COSE. */
function coseKey(publicKey: KeyObject): Uint8Array {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const point = (value: string) => new Uint8Array(Buffer.from(value, 'base64url'))
  return isoCBOR.encode(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, point(x)],
      [-3, point(y)],
    ]) as never,
  )
}
