/** Path of the file in `sqlite:PATH`, which is `:memory:` for none; null for PostgreSQL. */
export const sqliteFileOf = (databaseUrl: string): string | null =>
  databaseUrl.startsWith('sqlite:') ? databaseUrl.slice('sqlite:'.length) : null
