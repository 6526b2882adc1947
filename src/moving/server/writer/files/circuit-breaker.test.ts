import { expect, it } from 'vitest'
import type { Fetched } from './download-picture.ts'
import { withCircuitBreaker } from './circuit-breaker.ts'

const DOWN: Fetched = { problem: 'unreachable', reason: 'the site could not be reached' }
const NOT_THERE: Fetched = { problem: 'refused', reason: 'the site answered 404' }
const HERE: Fetched = { bytes: new Uint8Array(1) }

function start(respond: (address: string) => Fetched) {
  const asked: [string, number | undefined][] = []
  let now = 0
  const download = withCircuitBreaker(
    async (address, tries) => {
      asked.push([address, tries])
      return respond(address)
    },
    () => now,
  )
  return { asked, download, advance: (ms: number) => (now += ms) }
}

it('A site that is down gets three requests, and then one after each of ever longer pauses', async () => {
  const { asked, download, advance } = start(() => DOWN)
  for (let index = 0; index < 100; index += 1)
    expect(await download(`http://down.example/${index}`)).toMatchObject({ problem: 'unreachable' })
  expect(asked).toEqual([
    ['http://down.example/0', undefined],
    ['http://down.example/1', 1],
    ['http://down.example/2', 1],
  ])
  for (const pause of [30_000, 60_000, 120_000]) {
    const before = asked.length
    advance(pause - 1)
    await download('http://down.example/x')
    expect(asked).toHaveLength(before)
    advance(1)
    await download('http://down.example/x')
    await download('http://down.example/y')
    expect(asked).toHaveLength(before + 1)
  }
})

it('A site that works again after a pause gets requests as before', async () => {
  let isDown = true
  const { asked, download, advance } = start(() => (isDown ? DOWN : HERE))
  for (let index = 0; index < 5; index += 1) await download('http://old.example/a')
  isDown = false
  advance(30_000)
  for (let index = 0; index < 5; index += 1) expect(await download('http://old.example/b')).toBe(HERE)
  expect(asked.at(-1)).toEqual(['http://old.example/b', undefined])
  expect(asked).toHaveLength(8)
})

it('A site that is down does not affect other sites, and missing pictures do not count as failures of their site', async () => {
  const { download } = start((address) => (address.includes('down') ? DOWN : address.includes('none') ? NOT_THERE : HERE))
  for (let index = 0; index < 20; index += 1) {
    await download('http://down.example/a')
    expect(await download('http://up.example/none')).toBe(NOT_THERE)
    expect(await download('http://up.example/a')).toBe(HERE)
  }
})

it('Very many sites that are down count as a network that is down', async () => {
  const { asked, download } = start(() => DOWN)
  for (let index = 0; index < 1000; index += 1) await download(`http://${index}.example/a`)
  expect(asked).toHaveLength(10)
})
