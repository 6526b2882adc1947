/** How a backup treats a table. Every table is in the list (backup-tables.test.ts). */
export type BackupTable =
  | {
      readonly name: string
      readonly kind: 'kept'
      /** Primary key: rows are read in its order. */
      readonly key: readonly string[]
      /** Columns that a backup leaves out: triggers compute them, or they belong to the outbox. */
      readonly derived?: readonly string[]
      /** Fewer if a row can hold a megabyte. */
      readonly rowsAtOnce: number
    }
  | {
      readonly name: string
      readonly kind: 'left out'
      readonly why: string
      /** What a restore does with existing rows. */
      readonly atRestore: 'emptied' | 'stays'
    }
  | { readonly name: string; readonly kind: 'derived'; readonly why: string }

const FEW = 20
const MANY = 500

/** Referenced tables come before the tables that reference them. */
export const BACKUP_TABLES: readonly BackupTable[] = [
  { name: 'users', kind: 'kept', key: ['id'], rowsAtOnce: MANY },
  { name: 'identities', kind: 'kept', key: ['issuer', 'subject'], rowsAtOnce: MANY },
  { name: 'passkeys', kind: 'kept', key: ['id'], rowsAtOnce: MANY },
  { name: 'feed_tokens', kind: 'kept', key: ['id'], rowsAtOnce: MANY },
  { name: 'invitations', kind: 'kept', key: ['id'], rowsAtOnce: MANY },
  { name: 'invitation_uses', kind: 'kept', key: ['user_id'], rowsAtOnce: MANY },
  { name: 'sign_up_requests', kind: 'kept', key: ['id'], rowsAtOnce: MANY },
  { name: 'followers', kind: 'kept', key: ['id'], rowsAtOnce: MANY },
  { name: 'settings', kind: 'kept', key: ['name'], rowsAtOnce: MANY },
  { name: 'removals', kind: 'kept', key: ['id'], rowsAtOnce: MANY },
  { name: 'posts', kind: 'kept', key: ['seq'], derived: ['likes', 'mail_at', 'mailed_at'], rowsAtOnce: FEW },
  { name: 'post_slugs', kind: 'kept', key: ['slug'], rowsAtOnce: MANY },
  { name: 'post_likes', kind: 'kept', key: ['post_id', 'user_id'], rowsAtOnce: MANY },
  { name: 'visitor_likes', kind: 'kept', key: ['post_id', 'device_hash'], rowsAtOnce: MANY },
  { name: 'post_versions', kind: 'kept', key: ['id'], rowsAtOnce: FEW },
  { name: 'post_edits', kind: 'kept', key: ['post_id', 'user_id'], rowsAtOnce: FEW },
  { name: 'comments', kind: 'kept', key: ['id'], derived: ['report_count'], rowsAtOnce: MANY },
  { name: 'likes', kind: 'kept', key: ['comment_id', 'user_id'], rowsAtOnce: MANY },
  { name: 'comment_reports', kind: 'kept', key: ['comment_id', 'user_id'], rowsAtOnce: MANY },
  { name: 'visitor_reports', kind: 'kept', key: ['comment_id', 'reason'], rowsAtOnce: MANY },
  { name: 'categories', kind: 'kept', key: ['slug'], rowsAtOnce: MANY },
  { name: 'old_addresses', kind: 'kept', key: ['path'], rowsAtOnce: MANY },
  { name: 'moved_addresses', kind: 'kept', key: ['path'], rowsAtOnce: MANY },
  { name: 'imported_items', kind: 'kept', key: ['kind', 'source_id'], rowsAtOnce: MANY },
  { name: 'pictures', kind: 'kept', key: ['folder'], rowsAtOnce: MANY },

  { name: 'sessions', kind: 'left out', atRestore: 'emptied', why: 'A copy that is stolen must open nothing.' },
  { name: 'sign_in_flows', kind: 'left out', atRestore: 'emptied', why: 'They end within ten minutes.' },
  { name: 'passkey_challenges', kind: 'left out', atRestore: 'emptied', why: 'They end within ten minutes.' },
  { name: 'mailed_codes', kind: 'left out', atRestore: 'emptied', why: 'They end within the hour.' },
  { name: 'account_links', kind: 'left out', atRestore: 'emptied', why: 'They end within the hour, and open accounts.' },
  { name: 'outbox', kind: 'left out', atRestore: 'emptied', why: 'What was to be mailed then would be mailed twice, and late.' },
  { name: 'deliveries', kind: 'left out', atRestore: 'emptied', why: 'It belongs to the outbox.' },
  { name: 'mail_server', kind: 'left out', atRestore: 'stays', why: 'It says how many mails this installation sent today.' },
  { name: 'rate_limits', kind: 'left out', atRestore: 'emptied', why: 'They end within the hour.' },
  { name: 'uploads', kind: 'left out', atRestore: 'stays', why: 'They live for a day; their bytes are where the blog is.' },
  {
    name: 'imports',
    kind: 'left out',
    atRestore: 'emptied',
    why: 'Exports of other blogs stay where they came from; what they brought is kept.',
  },
  { name: 'changes', kind: 'left out', atRestore: 'stays', why: 'Messages between processes; their numbers must go on rising.' },
  { name: 'jobs', kind: 'left out', atRestore: 'stays', why: 'It says when this installation was last backed up.' },
  {
    name: 'backup_place',
    kind: 'left out',
    atRestore: 'stays',
    why: 'It opens another machine; a backup that is found must not.',
  },
  { name: 'kysely_migration', kind: 'left out', atRestore: 'stays', why: 'The manifest says which schema it is.' },
  { name: 'kysely_migration_lock', kind: 'left out', atRestore: 'stays', why: 'It belongs to the database itself.' },

  { name: 'counters', kind: 'derived', why: 'Triggers count the rows.' },
  { name: 'post_pictures', kind: 'derived', why: 'Triggers read the posts as they come.' },
  { name: 'post_search', kind: 'derived', why: 'The full-text index is made from the posts.' },
  { name: 'search_words', kind: 'derived', why: 'Words of the full-text index.' },
  { name: 'search_state', kind: 'derived', why: 'How far the full-text index has been made.' },
  { name: 'kept_pictures', kind: 'derived', why: 'Triggers note which pictures edits and versions show.' },
]

export type KeptTable = Extract<BackupTable, { kind: 'kept' }>
export const KEPT_TABLES: readonly KeptTable[] = BACKUP_TABLES.filter((table) => table.kind === 'kept')

/** Returns true for the tables that SQLite creates for a full-text index. */
export const isPartOfIndex = (name: string): boolean =>
  BACKUP_TABLES.some((table) => table.kind === 'derived' && name.startsWith(`${table.name}_`))
