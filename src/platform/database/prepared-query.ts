import type { CompiledQuery } from 'kysely'
import { type Database, isPostgres, prepareStatement } from './database.ts'

/** A parameter of a query; its value is given when the query runs. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** A query builder of Kysely, or its `sql` template. */
interface Compilable<Row> {
  readonly compile: (db: Database) => CompiledQuery<Row>
}

/** Returns a placeholder to put into a query, typed as the value. */
export type ValueOf<V extends object> = <N extends keyof V & string>(name: N) => V[N]

/** Runs a prepared query with values, also in a transaction. @returns its rows */
export type PreparedQuery<V extends object, Row> = (db: Database, values: V) => Promise<Row[]>

/**
 * Builds and compiles a frequent query once per database engine: that takes several times as long as SQLite needs to run
 * it. Its text must not depend on the values.
 */
export function prepareQuery<V extends object, Row>(build: (db: Database, value: ValueOf<V>) => Compilable<Row>): PreparedQuery<V, Row> {
  const compiled = new Map<boolean, CompiledQuery<Row>>()
  const value: ValueOf<V> = (name) => new Placeholder(name) as never
  return async (db, values) => {
    const key = isPostgres(db)
    let query = compiled.get(key)
    if (query === undefined) {
      query = build(db, value).compile(db)
      if (key) prepareStatement(query.sql)
      compiled.set(key, query)
    }
    const parameters = query.parameters.map((each) => (each instanceof Placeholder ? values[each.name as keyof V] : each))
    const { rows } = await db.executeQuery<Row>({ ...query, parameters })
    return rows
  }
}
