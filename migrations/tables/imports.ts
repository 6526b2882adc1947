import type { SchemaPart } from './schema-part.ts'

export const imports: SchemaPart = {
  tables: {
    imports: `
      id text not null primary key,
      upload_id text unique references uploads (id) on delete cascade,
      user_id text references users (id) on delete set null,
      file_name text not null,
      bytes bigint not null,
      format text not null check (format in ('wordpress', 'ghost', 'kindred', 'markdown')),
      state text not null check (state in ('received', 'checking', 'checked', 'running', 'stopped', 'done', 'failed')),
      is_stopping integer not null default 0,
      site text,
      fetches_pictures integer not null default 1 check (fetches_pictures in (0, 1)),
      progress text,
      check_report text,
      result_report text,
      message text,
      created_at bigint not null,
      started_at bigint,
      ended_at bigint,
      updated_at bigint not null`,
    imported_items: `
      kind text not null,
      source_id text not null,
      target text not null,
      lacks integer not null default 0 check (lacks in (0, 1)),
      constraint imported_items_key primary key (kind, source_id)`,
    moved_addresses: `
      path text not null primary key,
      kind text not null check (kind in ('search', 'file', 'page')),
      target text not null`,
  },
  indexes: [
    'imports_by_date on imports (created_at, id)',
    'imports_by_user on imports (user_id)',
    'imported_items_by_target on imported_items (target)',
    'moved_addresses_by_target on moved_addresses (kind, target)',
  ],
}
