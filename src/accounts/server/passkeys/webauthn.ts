import type { AuthenticationResponseJSON, RegistrationResponseJSON, WebAuthnCredential } from '@simplewebauthn/server'

/** The site that passkeys belong to; browsers offer them nowhere else. */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

/** @returns null where browsers do not allow passkeys: without https, and at an IP address */
export function relyingPartyOf(publicUrl: string): RelyingParty | null {
  const { hostname, origin, protocol } = new URL(publicUrl)
  const isName = !/^[\d.]+$|:/.test(hostname)
  return isName && (protocol === 'https:' || hostname === 'localhost') ? { id: hostname, origin } : null
}

export const arePasskeysAllowed = (publicUrl: string): boolean => relyingPartyOf(publicUrl) !== null

/** Loaded at the first use: few requests need it, and it would take a tenth of the start-up time. */
const load = () => import('@simplewebauthn/server')

interface Owner {
  readonly id: string
  readonly username: string
  readonly displayName: string
}

interface Creation {
  readonly site: RelyingParty & { readonly name: string }
  readonly owner: Owner
  readonly challenge: string
  /** Passkeys of the user; a device does not create a second one. */
  readonly existing: readonly { readonly id: string; readonly transports: readonly string[] }[]
}

/** The device must verify its user by face, finger or PIN, so that a passkey counts as two factors. */
const VERIFIED = 'required'
/** EdDSA, ES256, RS256 (COSE): every device supports one of them. With the library's default list, Node prints a warning. */
const ALGORITHMS = [-8, -7, -257]

export async function creationOptions({ site, owner, challenge, existing }: Creation) {
  const { generateRegistrationOptions } = await load()
  return generateRegistrationOptions({
    rpName: site.name,
    rpID: site.id,
    userID: new TextEncoder().encode(owner.id),
    userName: owner.username,
    userDisplayName: owner.displayName,
    challenge: Buffer.from(challenge, 'base64url'),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: existing.map(({ id, transports }) => ({ id, transports: [...transports] })),
    authenticatorSelection: { residentKey: 'required', userVerification: VERIFIED },
  })
}

export async function requestOptions(site: RelyingParty, challenge: string) {
  const { generateAuthenticationOptions } = await load()
  return generateAuthenticationOptions({
    rpID: site.id,
    challenge: Buffer.from(challenge, 'base64url'),
    userVerification: VERIFIED,
  })
}

/** @returns whether this server issued the challenge in the response for this use */
type CheckChallenge = (challenge: string) => Promise<boolean>

/** @returns the new passkey; null if the response is not valid */
export async function verifyCreation(
  site: RelyingParty,
  response: unknown,
  checkChallenge: CheckChallenge,
): Promise<WebAuthnCredential | null> {
  const { verifyRegistrationResponse } = await load()
  const creation = response as RegistrationResponseJSON
  try {
    if (isEmbedded(creation, site) || (await hasCertificates(creation))) return null
    const { registrationInfo } = await verifyRegistrationResponse({
      response: creation,
      expectedChallenge: checkChallenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    return registrationInfo?.credential ?? null
  } catch {
    return null
  }
}

/** Whether the response comes from a frame in a page of another site, which the library does not check (WebAuthn 3, 7.1 and 7.2). */
function isEmbedded({ response }: RegistrationResponseJSON | AuthenticationResponseJSON, { origin }: RelyingParty): boolean {
  const client = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) as { crossOrigin?: unknown; topOrigin?: unknown }
  return (client.crossOrigin ?? false) !== false || (client.topOrigin !== undefined && client.topOrigin !== origin)
}

/** Responses with attestation certificates are refused: none were requested, and verifying them would fetch addresses that they name. */
async function hasCertificates({ response }: RegistrationResponseJSON): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, 'base64url')))
  return decoded.get('attStmt').get('x5c') !== undefined || !['none', 'packed'].includes(decoded.get('fmt'))
}

interface Use {
  readonly credential: WebAuthnCredential
  readonly response: unknown
  readonly checkChallenge: CheckChallenge
}

/** @returns the counter of the passkey after this use; null if the response is not valid */
export async function verifyUse(site: RelyingParty, { credential, response, checkChallenge }: Use): Promise<number | null> {
  const { verifyAuthenticationResponse } = await load()
  try {
    if (isEmbedded(response as AuthenticationResponseJSON, site)) return null
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      credential,
      expectedChallenge: checkChallenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null
  }
}
