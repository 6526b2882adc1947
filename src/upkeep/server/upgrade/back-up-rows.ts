/** Backs the rows up beside the daily backups and prints the path: `node back-up-rows.ts`, with the settings of the blog. */
import { loadConfig } from '#platform/process/config.ts'
import { backUpRows } from '#upkeep/server/backup/upgrade-database.ts'

process.umask(0o077)
const { databaseUrl, backup } = loadConfig(process.env)
process.stdout.write(`${await backUpRows({ databaseUrl, folder: backup.folder, now: Date.now })}\n`)
