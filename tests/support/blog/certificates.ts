import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import type { Missing } from '#tests/support/requirement.ts'

/** Null if openssl is installed. */
export const missingOpenssl: Missing | null =
  spawnSync('openssl', ['version']).status === 0 ? null : { why: 'no openssl is installed', install: 'apt-get install openssl' }

interface CertificateRules {
  readonly name: string
  readonly from: Date
  readonly to: Date
}

/** A certificate that signs itself, for any time. */
export function createCertificate({ name, from, to }: CertificateRules): { key: string; cert: string } {
  const folder = makeFolder()
  mkdirSync(join(folder, 'made'))
  writeFileSync(join(folder, 'index.txt'), '')
  writeFileSync(join(folder, 'serial'), '01\n')
  writeFileSync(
    join(folder, 'ca.conf'),
    [
      '[ca]',
      'default_ca = here',
      '[here]',
      `database = ${folder}/index.txt`,
      `serial = ${folder}/serial`,
      `new_certs_dir = ${folder}/made`,
      'default_md = sha256',
      'policy = any',
      'x509_extensions = names',
      '[any]',
      'commonName = supplied',
      '[names]',
      `subjectAltName = DNS:${name}`,
      '',
    ].join('\n'),
  )
  const run = (...args: string[]) => {
    const { status, stderr } = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' })
    if (status !== 0) throw new Error(`openssl ${args[0]} failed: ${stderr}`)
  }
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', 'key.pem']
  run('req', '-new', ...key, '-subj', `/CN=${name}`, '-out', 'request.pem')
  const times = ['-startdate', toUtc(from), '-enddate', toUtc(to)]
  run(
    'ca',
    '-batch',
    '-selfsign',
    '-config',
    'ca.conf',
    '-keyfile',
    'key.pem',
    '-in',
    'request.pem',
    '-out',
    'cert.pem',
    '-notext',
    ...times,
  )
  return { key: readFileSync(join(folder, 'key.pem'), 'utf8'), cert: readFileSync(join(folder, 'cert.pem'), 'utf8') }
}

/** `20261120030000Z` */
const toUtc = (date: Date) => date.toISOString().replaceAll(/[-:T]|\.\d+/g, '')
