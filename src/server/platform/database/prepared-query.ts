import type { Compilable, CompiledQuery } from 'kysely'
import { type Database, isPostgres, keepPlan, readRows } from './database.ts'
import { isReading } from './sqlite-dialect.ts'

/** Stands in a query for a value that is given when it runs. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Puts a value's place into a query; for the query it has the value's type. */
export type ValueOf<V extends object> = <N extends keyof V & string>(name: N) => V[N]

/** Runs a prepared query with values, in a database or a transaction. @returns its rows */
export type PreparedQuery<V extends object, Row> = (db: Database, values: V) => Promise<Row[]>

/**
 * A query of the reading path, built and compiled once for each kind of database: building one anew costs several times
 * what SQLite needs to answer it. Its text must not depend on the values.
 */
export function prepareQuery<V extends object, Row>(build: (db: Database, value: ValueOf<V>) => Compilable<Row>): PreparedQuery<V, Row> {
  const compiled = new Map<boolean, { query: CompiledQuery<Row>; reads: boolean }>()
  const value: ValueOf<V> = (name) => new Placeholder(name) as never
  return async (db, values) => {
    const key = isPostgres(db)
    let known = compiled.get(key)
    if (known === undefined) {
      const query = build(db, value).compile()
      if (key) keepPlan(query.sql)
      compiled.set(key, (known = { query, reads: isReading(query) }))
    }
    const { query, reads } = known
    const parameters = query.parameters.map((each) => (each instanceof Placeholder ? values[each.name as keyof V] : each))
    const filled = { ...query, parameters }
    const { rows } = await (reads ? readRows<Row>(db, filled) : db.executeQuery<Row>(filled))
    return rows
  }
}
