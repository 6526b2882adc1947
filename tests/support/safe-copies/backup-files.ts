import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { packTar, type TarHeader, unpackTar } from 'modern-tar'
import { partName } from '#operations/server/backup/archive-format.ts'
import { KEPT_TABLES } from '#operations/server/backup/backup-tables.ts'
import type { Database } from '#platform/database/database.ts'

export type PlainRow = Record<string, unknown>

/** A backup, read without the blog's own reader. */
export interface BackupContent {
  readonly manifest: any
  readonly tables: Record<string, PlainRow[]>
  /** Content by key, without `files/`. */
  readonly files: Map<string, Buffer>
}

export interface Member {
  readonly name: string
  readonly bytes: Buffer
  readonly header?: Partial<TarHeader>
}

export async function readMembers(path: string): Promise<Member[]> {
  const entries = await unpackTar(await readFile(path), { strict: true })
  return entries.map(({ header, data }) => ({ name: header.name, bytes: Buffer.from(data ?? new Uint8Array()) }))
}

export async function readBackup(path: string): Promise<BackupContent> {
  const members = await readMembers(path)
  const tables: Record<string, PlainRow[]> = {}
  const files = new Map<string, Buffer>()
  for (const { name, bytes } of members) {
    const [place = '', ...rest] = name.split('/')
    if (place === 'files') files.set(rest.join('/'), bytes)
    if (place !== 'tables') continue
    const lines = gunzipSync(bytes).toString().trimEnd().split('\n')
    ;(tables[rest[0] ?? ''] ??= []).push(...lines.map((line) => JSON.parse(line) as PlainRow))
  }
  const manifest = JSON.parse(members.at(-1)?.bytes.toString() ?? 'null')
  return { manifest, tables, files }
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Writes members as given, with matching checksums, as an attacker could. */
export async function forgeBackup(path: string, members: readonly Member[]): Promise<void> {
  const rest = members.filter(({ name }) => name !== 'SHA256SUMS' && name !== 'manifest.json')
  const sums = Buffer.from(rest.map(({ name, bytes }) => `${hashOf(bytes)}  ${name}\n`).join(''))
  const manifest = JSON.parse(members.find(({ name }) => name === 'manifest.json')?.bytes.toString() ?? '{}')
  const last = { name: 'manifest.json', bytes: Buffer.from(JSON.stringify({ ...manifest, sums: hashOf(sums) })) }
  await writeMembers(path, [...rest, { name: 'SHA256SUMS', bytes: sums }, last])
}

export async function writeMembers(path: string, members: readonly Member[]): Promise<void> {
  const entries = members.map(({ name, bytes, header }) => ({
    header: { name, size: bytes.byteLength, type: 'file' as const, ...header },
    body: header?.type === undefined ? new Uint8Array(bytes) : undefined,
  }))
  await writeFile(path, await packTar(entries))
}

export const partOf = (table: string, rows: readonly object[], number = 1): Member => ({
  name: partName(table, number),
  bytes: gzipSync(rows.map((row) => `${JSON.stringify(row)}\n`).join('')),
})

/** All rows of a table in the order of some columns, without derived columns. */
export async function rowsOf(db: Database, table: string, key: readonly string[]): Promise<PlainRow[]> {
  const order = sql.join(key.map((column) => sql.ref(column)))
  const { rows } = await sql<PlainRow>`select * from ${sql.table(table)} order by ${order}`.execute(db)
  const derived = KEPT_TABLES.find(({ name }) => name === table)?.derived ?? []
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => !derived.includes(column))))
}
