import type { SchemaPart } from './schema-part.ts'

export const media: SchemaPart = {
  tables: {
    pictures: `
      folder text not null primary key,
      user_id text references users (id) on delete set null,
      address text not null,
      bytes integer not null,
      created_at bigint not null,
      unused_since bigint,
      kind text not null check (kind in ('profile', 'post', 'file'))`,
    uploads: `
      id text not null primary key,
      user_id text references users (id) on delete set null,
      name text not null,
      size bigint not null check (size > 0),
      state text not null check (state in ('receiving', 'received', 'processing', 'done', 'refused', 'ended')),
      message text,
      address text,
      created_at bigint not null,
      kind text not null check (kind in ('profile', 'post', 'media', 'import'))`,
    post_pictures: `
      folder text not null,
      post_id text not null references posts (id) on delete cascade,
      constraint post_pictures_key primary key (folder, post_id)`,
    kept_pictures: `
      folder text not null,
      holder text not null,
      constraint kept_pictures_key primary key (folder, holder)`,
  },
  indexes: [
    'pictures_by_user on pictures (user_id)',
    'uploads_by_date on uploads (created_at)',
    'uploads_by_user on uploads (user_id, created_at)',
    'post_pictures_by_post on post_pictures (post_id)',
    'kept_pictures_by_holder on kept_pictures (holder)',
  ],
}
