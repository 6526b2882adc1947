import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** Creates an empty database. @returns its URL */
export async function createDatabase(serverUrl: string): Promise<string> {
  const name = `kindred_crash_${randomBytes(4).toString('hex')}`
  const owner = new pg.Client({ connectionString: serverUrl })
  await owner.connect()
  await owner.query(`create database ${name}`)
  await owner.end()
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
}
