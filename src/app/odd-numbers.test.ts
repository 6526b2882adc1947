import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { INTEGER_MAX } from '#platform/contract/limits.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { makeThings, type Things, writeSomething } from '#tests/cases/plans/plan-things.ts'
import { QUESTIONS } from '#tests/cases/plans/plan-questions.ts'
import { type EndpointName, endpoints } from './contract/endpoints.ts'

/**
 * Sends each number of each call at the ends of what its schema takes, of what the databases take, and with a fraction. The
 * integers of PostgreSQL are smaller than those of JavaScript and SQLite, and have no fraction.
 */
const ODD = [-1, 0, 0.5, 1, 1.5, 2.000_001, INTEGER_MAX - 1, INTEGER_MAX, INTEGER_MAX + 1, 2 ** 40 + 0.5, Number.MAX_SAFE_INTEGER, 1e308]

type Shape = z.core.JSONSchema.BaseSchema
type Path = readonly string[]

/** Paths of the numbers in a body; lists have no part in them. */
function numbersIn(shape: Shape, path: Path = []): Path[] {
  if (shape.type === 'integer' || shape.type === 'number') return [path]
  const inner = [
    ...Object.entries(shape.properties ?? {}).map(([name, one]) => [[...path, name], one] as const),
    ...[...(shape.anyOf ?? []), ...[shape.items ?? []].flat()].map((one) => [path, one] as const),
  ]
  return inner.flatMap(([at, one]) => (typeof one === 'object' ? numbersIn(one as Shape, at) : []))
}

/** A copy of the body with the number at this path; undefined if the body has no place for it. */
function withNumber(body: unknown, path: Path, number: number): unknown {
  const [name, ...rest] = path
  if (name === undefined) return number
  if (typeof body !== 'object' || body === null) return undefined
  if (Array.isArray(body)) return [withNumber(body[0], path, number)]
  const inner = withNumber((body as Record<string, unknown>)[name], rest, number)
  return inner === undefined ? undefined : { ...body, [name]: inner }
}

const CALLS = (Object.entries(endpoints) as [EndpointName, Endpoint][]).flatMap(([name, { body }]) => {
  const paths = body === undefined ? [] : numbersIn(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Shape)
  return paths.length === 0 ? [] : [[name, [...new Set(paths.map((path) => path.join('.')))]] as const]
})

onEachEngine('A number of a call at any value', (engine) => {
  const blog = useTestApp(engine)
  let things: Things
  beforeAll(async () => {
    await writeSomething(blog())
    things = await makeThings(blog())
  })

  it('is looked for in the calls that have numbers', () => {
    expect(CALLS.map(([name]) => name)).toEqual(expect.arrayContaining(['saveDraft', 'createInvitation', 'updateSettings']))
  })

  describe.each(CALLS)('of %s', (name, paths) => {
    const [method = '', pattern] = endpoints[name].key.split(' ')

    it.each(paths)('%s is stored, or refused with its name', async (path) => {
      let sent = 0
      for (const question of QUESTIONS[name]) {
        for (const number of ODD) {
          // A save that names another sequence than the stored one is refused.
          for (const table of ['rate_limits', 'post_edits'] as const) await blog().db.deleteFrom(table).execute()
          const body = withNumber(question.body?.(things), path.split('.'), number)
          if (body === undefined) continue
          const client = question.as === 'visitor' ? blog().visitor() : things[question.as]
          const init = { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
          const response = await client.send(question.path(things), init)
          sent += 1
          expect(response.status, `${path} = ${number} of ${pattern}`).toBeLessThan(500)
          const { field = path } = (await response.json()) as { field?: string }
          const named = response.status === 400 ? field.replaceAll(/\.\d+/g, '') : path
          expect(path.startsWith(named), `${path} = ${number} is refused as ${field}`).toBe(true)
        }
      }
      expect(sent).toBeGreaterThan(0)
    })
  })
})
