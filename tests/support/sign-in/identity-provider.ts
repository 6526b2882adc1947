import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import Provider, { type Configuration, interactionPolicy } from 'oidc-provider'
import { findFreePort } from '#tests/support/free-port.ts'

/** Someone with an account at the provider. */
export interface Person {
  readonly sub: string
  readonly name: string
  readonly email: string
  readonly emailVerified: boolean
  readonly picture?: string
}

/** Three people who can sign in, also with `npm run dev`. */
const MADE_UP_PEOPLE: readonly Person[] = [
  { sub: 'g-ada', name: 'Ada Morgan', email: 'ada.morgan@example.com', emailVerified: true },
  { sub: 'g-ben', name: 'Ben Okafor', email: 'ben.okafor@example.com', emailVerified: true },
  { sub: 'g-chi', name: 'Chi Nguyen', email: 'chi.nguyen@example.com', emailVerified: true },
]

const PEOPLE: readonly Person[] = [
  ...MADE_UP_PEOPLE,
  { sub: 'g-cleo', name: 'Cleo Unproven', email: 'cleo@example.com', emailVerified: false },
]

type SigningKey = Awaited<ReturnType<typeof makeKey>>

const makeKey = async (kid: string) => {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const parts = { kid, alg: 'RS256', use: 'sig' }
  return {
    kid,
    privateKey,
    publicJwk: { ...(await exportJWK(publicKey)), ...parts },
    privateJwk: { ...(await exportJWK(privateKey)), ...parts },
  }
}

/** A real OpenID Connect provider on loopback: discovery, PKCE, a page to choose a person. */
export interface IdentityProviderServer {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** How often its keys were fetched. */
  readonly keyRequests: () => number
  /** Signs a token with any claims, valid or not. */
  readonly mint: (claims: JWTPayload, options?: { key?: SigningKey; alg?: string; typ?: string }) => Promise<string>
  readonly makeKey: typeof makeKey
  /** Publishes one more key. */
  readonly publish: (key: SigningKey) => void
  /** The response to `/picture.png`; null for none. */
  servePicture: ((response: ServerResponse) => void) | null
  readonly stop: () => Promise<void>
}

interface ProviderOptions {
  /** Callback addresses of the blog. */
  readonly redirectUris: readonly string[]
  readonly people?: readonly Person[]
  readonly port?: number
}

const CLIENT = { clientId: 'kindred', clientSecret: 'a secret for tests only' }
const SCOPES = 'openid email profile'

function configure({ redirectUris, people = PEOPLE }: ProviderOptions, key: SigningKey): Configuration {
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  return {
    clients: [{ client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, redirect_uris: [...redirectUris] }],
    jwks: { keys: [key.privateJwk as never] },
    cookies: { keys: ['of a provider for tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    scopes: ['openid'],
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_context, interaction) => `/choose/${interaction.uid}` },
    findAccount: (_context, id) => {
      const person = people.find(({ sub }) => sub === id)
      if (!person) return undefined
      const { sub, name, email, emailVerified, picture } = person
      return { accountId: id, claims: () => ({ sub, name, email, email_verified: emailVerified, ...(picture ? { picture } : {}) }) }
    },
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId: oidc.client?.clientId ?? '', accountId: oidc.session?.accountId ?? '' })
      grant.addOIDCScope(SCOPES)
      await grant.save()
      return grant
    },
  }
}

const page = (people: readonly Person[]) => `<!doctype html><meta charset="utf-8"><title>Choose an account</title>
<h1>Choose an account</h1>
<form method="post">${people.map(({ sub, name, email }) => `<p><button name="person" value="${sub}">${name} (${email})</button></p>`).join('')}
<p><button name="person" value="">Cancel</button></p></form>`

const readForm = async (request: IncomingMessage): Promise<URLSearchParams> => {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return new URLSearchParams(text)
}

export async function startIdentityProvider(options: ProviderOptions): Promise<IdentityProviderServer> {
  const port = options.port ?? (await findFreePort())
  const issuer = `http://127.0.0.1:${port}`
  const key = await makeKey('first')
  const published = [key.publicJwk]
  const provider = new Provider(issuer, configure(options, key))
  const handle = provider.callback()
  let keyRequests = 0

  const choose = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== 'POST') {
      response.setHeader('Content-Type', 'text/html; charset=utf-8')
      response.end(page(options.people ?? PEOPLE))
      return
    }
    const person = (await readForm(request)).get('person') ?? ''
    const result = person === '' ? { error: 'access_denied' } : { login: { accountId: person }, select_account: {} }
    await provider.interactionFinished(request, response, result)
  }

  const server = createServer((request, response) => {
    const path = request.url ?? ''
    if (path === '/jwks') {
      keyRequests += 1
      response.setHeader('Content-Type', 'application/json')
      response.end(JSON.stringify({ keys: published }))
    } else if (path === '/picture.png' && running.servePicture) running.servePicture(response)
    else if (path.startsWith('/choose/')) void choose(request, response)
    else void handle(request, response)
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(port, '127.0.0.1', resolve)
  await promise

  const running: IdentityProviderServer = {
    issuer,
    ...CLIENT,
    keyRequests: () => keyRequests,
    makeKey,
    publish: (added) => void published.push(added.publicJwk),
    servePicture: null,
    mint: (claims, { key: signer = key, alg = 'RS256', typ = 'JWT' } = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg, typ, kid: signer.kid }).sign(signer.privateKey),
    stop: async () => {
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      server.closeAllConnections()
      await closed.promise
    },
  }
  return running
}
