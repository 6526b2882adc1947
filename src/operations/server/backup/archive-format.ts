import { z } from 'zod'
import { isFileKey } from '#platform/storage/file-store.ts'

/**
 * A backup is a plain tar file that any tar opens:
 *
 *   kindred-backup.json                   head with format and schema version (BackupHead)
 *   tables/<table>/<number>.ndjson.gz     rows, a JSON object a line
 *   files/<folder>/<name>                 files, with the keys of the storage
 *   SHA256SUMS                            checksums of everything above, for `sha256sum -c`
 *   manifest.json                         expected content (BackupManifest); the last, so only a complete backup has one
 */
export const FORMAT_VERSION = 1
export const HEAD_NAME = 'kindred-backup.json'
export const SUMS_NAME = 'SHA256SUMS'
export const MANIFEST_NAME = 'manifest.json'

const MEGABYTE = 1024 * 1024
/** A part is closed when its lines reach this size. */
export const PART_BYTES = MEGABYTE
/** Maximum unpacked size of a part: its last line can be a long post. */
export const PART_MAX_BYTES = 16 * MEGABYTE
/** Files from this size on are streamed, since a restore holds several smaller ones in memory. */
export const STREAMED_FROM_BYTES = 16 * MEGABYTE
/** Maximum size of each kind of member. The checksums have room for a million pictures, files for any stored one. */
export const MEMBER_MAX_BYTES: Readonly<Record<MemberKind['kind'], number>> = {
  head: MEGABYTE,
  part: PART_MAX_BYTES,
  file: 4096 * MEGABYTE,
  sums: 256 * MEGABYTE,
  manifest: 64 * MEGABYTE,
}
/** How much all rows may take: texts are a third to a tenth of their size when they are packed. */
export const rowsMaxBytes = (packedBytes: number): number => 64 * MEGABYTE + 50 * packedBytes

const count = z.int().nonnegative()
const text = z.string().min(1).max(200)

const headFields = {
  format: z.literal('kindred-backup'),
  formatVersion: z.int().positive(),
  blogVersion: text,
  /** Name of the last migration. */
  schema: text,
  createdAt: z.iso.datetime(),
}
export const backupHead = z.object(headFields)
export type BackupHead = z.infer<typeof backupHead>

export const backupManifest = z.strictObject({
  ...headFields,
  tables: z.record(text, z.strictObject({ columns: z.array(text).min(1), rows: count })),
  /** Null for a backup of rows only, as before an upgrade. */
  files: z.object({ count, bytes: count }).nullable(),
  /** SHA-256 of the member SHA256SUMS. */
  sums: z.string().regex(/^[0-9a-f]{64}$/),
})
export type BackupManifest = z.infer<typeof backupManifest>

export type Row = Readonly<Record<string, string | number | null>>

export const partName = (table: string, number: number): string => `tables/${table}/${String(number).padStart(6, '0')}.ndjson.gz`

export type MemberKind =
  | { readonly kind: 'head' }
  | { readonly kind: 'part'; readonly table: string }
  | { readonly kind: 'file'; readonly key: string }
  | { readonly kind: 'sums' }
  | { readonly kind: 'manifest' }

/** Parses the name of a member; undefined if it is no part of a backup. */
export function parseMemberName(name: string): MemberKind | undefined {
  if (name === HEAD_NAME) return { kind: 'head' }
  if (name === SUMS_NAME) return { kind: 'sums' }
  if (name === MANIFEST_NAME) return { kind: 'manifest' }
  const table = /^tables\/([a-z_]{1,60})\/\d{6,9}\.ndjson\.gz$/.exec(name)?.[1]
  if (table !== undefined) return { kind: 'part', table }
  const key = name.startsWith('files/') ? name.slice('files/'.length) : ''
  return isFileKey(key) ? { kind: 'file', key } : undefined
}
