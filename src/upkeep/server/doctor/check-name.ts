import { once } from 'node:events'
import { isIP } from 'node:net'
import { checkServerIdentity, connect, type PeerCertificate } from 'node:tls'
import { DAY_MS } from '#platform/contract/limits.ts'
import type { Config } from '#platform/process/config.ts'
import { about, type Finding, safeCodeOf } from './finding.ts'
import type { Machine } from './machine.ts'

const TIMEOUT_MS = 8000
/** Caddy and certbot renew thirty days before the end. */
const ENDS_SOON_MS = 14 * DAY_MS
const RENEW =
  'Caddy renews it by itself while the name leads here and ports 80 and 443 are open; look into its log. With certbot: certbot renew'

/** Checks that the name of PUBLIC_URL is known, and that the certificate there is good. */
export async function checkName({ publicUrl }: Config, machine: Pick<Machine, 'lookup' | 'addresses'>, now: number): Promise<Finding[]> {
  const { fine, wrong } = about('Name')
  const { protocol, hostname, port } = new URL(publicUrl)
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 || host === 'localhost') return []
  const addresses = await machine.lookup(host).catch((error: unknown) => safeCodeOf(error))
  if (typeof addresses === 'string') {
    const why = addresses === 'ENOTFOUND' || addresses === 'ENODATA' ? 'is not known' : `cannot be looked up (${addresses})`
    return [
      wrong(
        `The name ${host} ${why}.`,
        `Where you bought the domain, add an A record for ${host} with the address of this machine; it takes minutes to hours.`,
      ),
    ]
  }
  const known = fine(`${host} leads to ${addresses.join(', ')}.`)
  if (protocol !== 'https:') return [known]
  const at = { address: addresses[0] ?? host, host, port: Number(port || 443) }
  const own = machine.addresses()
  const stranger = own.includes(at.address)
    ? undefined
    : `The name leads to ${at.address}, and this machine has ${own.join(', ') || 'no address'}`
  return [known, await checkCertificate(at, now, stranger)]
}

/** Of Caddy, while it has no certificate for this name. */
const NO_CERTIFICATE_YET = 'ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR'

/** @param stranger says that the name may lead to another machine */
async function checkCertificate(
  at: { address: string; host: string; port: number },
  now: number,
  stranger: string | undefined,
): Promise<Finding> {
  const { fine, attention, wrong } = about('Certificate')
  const found = await readCertificate(at).catch((error: unknown) => safeCodeOf(error))
  if (found === NO_CERTIFICATE_YET)
    return wrong(
      `The proxy has no certificate for ${at.host} yet.`,
      'It gets one when the name leads to this machine and its ports 80 and 443 are open: systemctl restart caddy, and wait a minute. Why it gets none: journalctl -u caddy -n 20',
    )
  if (typeof found === 'string')
    return wrong(
      `No certificate can be read at ${at.host}:${at.port} (${found}).`,
      `${stranger === undefined ? '' : `${stranger}: if the first is neither its public address nor that of your router, correct the record. `}Look whether the proxy (Caddy, nginx) runs and listens there, and at the firewall.`,
    )
  const { certificate, problem } = found
  const end = Date.parse(certificate.valid_to)
  const day = new Date(end).toISOString().slice(0, 10)
  if (end < now) return wrong(`The certificate of ${at.host} expired on ${day}.`, RENEW)
  if (Date.parse(certificate.valid_from) > now)
    return wrong(`The certificate of ${at.host} is not valid yet.`, 'Look at the clock of this machine: timedatectl set-ntp true')
  if (checkServerIdentity(at.host, certificate))
    return wrong(
      `The certificate at ${at.host} is for another name.`,
      `Give the proxy the name ${at.host}, and look whether another program listens on port ${at.port}.`,
    )
  if (problem !== undefined)
    return wrong(
      `Browsers do not trust the certificate of ${at.host} (${problem}).`,
      'Let the proxy fetch one of a public authority, with its whole chain (fullchain.pem).',
    )
  if (end - now < ENDS_SOON_MS) return attention(`The certificate of ${at.host} ends on ${day}.`, RENEW)
  return fine(`The certificate of ${at.host} is good until ${day}.`)
}

/** @returns also why it is not trusted */
async function readCertificate({ address, host, port }: { address: string; host: string; port: number }): Promise<{
  certificate: PeerCertificate
  problem: string | undefined
}> {
  // Nothing is sent: the certificate is only read, also a bad one.
  const socket = connect({ host: address, port, servername: host, rejectUnauthorized: false })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const error: unknown = socket.authorizationError
    const problem = socket.authorized ? undefined : error instanceof Error ? safeCodeOf(error) : String(error)
    return { certificate: socket.getPeerCertificate(), problem }
  } finally {
    socket.destroy()
  }
}
