export * from 'zod'
