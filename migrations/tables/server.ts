import type { SchemaPart } from './schema-part.ts'

export const server: SchemaPart = {
  tables: {
    settings: `
      name text not null primary key,
      value text not null`,
    jobs: `
      name text not null primary key,
      succeeded_at bigint,
      result text,
      failed_at bigint,
      problem text,
      started_at bigint`,
    backup_place: `
      name text not null primary key,
      place text,
      recipient text,
      key_file text`,
    rate_limits: `
      key text not null primary key,
      count integer not null,
      window_ends_at bigint not null`,
    counters: `
      name text not null primary key,
      count bigint not null`,
  },
  indexes: ['rate_limits_by_end on rate_limits (window_ends_at)'],
}
