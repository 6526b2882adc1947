// oxlint-disable-next-line oxc/no-barrel-file -- the build makes one file of it
export * from 'kysely'
