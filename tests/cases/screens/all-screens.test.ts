import { describe, expect, it } from 'vitest'
import { runModule } from '#tests/support/blog/run-module.ts'

describe('The list of screens', () => {
  it('The screenshots can load it without a bundler', async () => {
    const list = `const { listScreens } = await import('#tests/cases/screens/all-screens.ts')
console.log(JSON.stringify(listScreens({}).map(({ name }) => name)))`
    const names = await runModule<string[]>(list, [])
    expect(names.length).toBeGreaterThan(100)
    expect(new Set(names).size).toBe(names.length)
  })
})
