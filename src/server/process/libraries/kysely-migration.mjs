export * from 'kysely/migration'
