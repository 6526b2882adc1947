import type { Config } from '#platform/process/config.ts'
import { about, type Finding, safeCodeOf } from './finding.ts'
import type { Machine } from './machine.ts'

/** Selectors that mail providers use. A key can have any other name, too. */
const SELECTORS = [
  'default',
  'dkim',
  'mail',
  'email',
  'smtp',
  'k1',
  'k2',
  'k3',
  's1',
  's2',
  'selector1',
  'selector2',
  'google',
  'mta',
  'pm',
  'mxvault',
  'key1',
  'key2',
  'fm1',
  'fm2',
  'fm3',
  'protonmail',
  'zoho',
  'brevo1',
  'brevo2',
  'scph0',
  'mailjet',
  'krs',
  'mte1',
  'mte2',
  'resend',
]
const GONE = new Set(['ENOTFOUND', 'ENODATA'])

type Records = { readonly found: readonly string[] } | { readonly problem: string }

/** Checks what other mail servers look up about the domain of MAIL_FROM. */
export async function checkMailRecords({ mail }: Config, machine: Pick<Machine, 'resolveTxt'>): Promise<Finding[]> {
  const [, domain] = /@([a-z0-9.-]+)/i.exec(mail?.from ?? '') ?? []
  if (!mail || domain === undefined) return []
  const { attention } = about('Mail records')
  const read = (name: string) => readRecords(machine, name)
  const [spf, dmarc, ...keys] = await Promise.all([
    read(domain),
    read(`_dmarc.${domain}`),
    ...SELECTORS.map((selector) => read(`${selector}._domainkey.${domain}`)),
  ])
  if ('problem' in spf)
    return [attention(`The DNS of ${domain} cannot be asked (${spf.problem}).`, 'Look at the name servers of this machine.')]
  return [checkSpf(domain, spf), checkDkim(domain, keys), checkDmarc(domain, dmarc)]
}

function checkSpf(domain: string, records: Records): Finding {
  const { fine, attention, wrong } = about('Mail records')
  const spf = foundIn(records).filter((text) => /^v=spf1( |$)/i.test(text))
  const advice = `Add a TXT record to ${domain}, as your mail provider writes it: v=spf1 include:… ~all`
  if (spf.length === 0) return attention(`${domain} has no SPF record: mails look like forged ones.`, advice)
  if (spf.length > 1)
    return wrong(`${domain} has ${spf.length} SPF records, so none of them counts.`, 'Join them to one: v=spf1 include:… include:… ~all')
  if (/[ ]\+?all$/i.test(spf[0] ?? '')) return wrong(`The SPF record of ${domain} allows everybody (+all).`, 'End it with ~all or -all.')
  return fine(`${domain} has an SPF record.`)
}

function checkDkim(domain: string, keys: readonly Records[]): Finding {
  const { fine, attention } = about('Mail records')
  if (keys.some((records) => foundIn(records).some((text) => /(^|;)\s*p=[^;\s]/.test(text)))) return fine(`${domain} has a DKIM key.`)
  return attention(
    `No DKIM key of ${domain} was found under a usual name.`,
    'If your mail provider asks for one (…_domainkey), add it; a test mail to yourself shows “dkim=pass” in its source.',
  )
}

function checkDmarc(domain: string, records: Records): Finding {
  const { fine, attention } = about('Mail records')
  if (foundIn(records).some((text) => /^v=DMARC1\b/i.test(text))) return fine(`${domain} has a DMARC record.`)
  return attention(
    `${domain} has no DMARC record, which large providers require.`,
    `Add a TXT record to _dmarc.${domain}: v=DMARC1; p=none`,
  )
}

const foundIn = (records: Records): readonly string[] => ('found' in records ? records.found : [])

async function readRecords({ resolveTxt }: Pick<Machine, 'resolveTxt'>, name: string): Promise<Records> {
  try {
    return { found: await resolveTxt(name) }
  } catch (error) {
    const code = safeCodeOf(error)
    return GONE.has(code) ? { found: [] } : { problem: code }
  }
}
