import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('Every package that is installed has a checksum in the lock file', () => {
  const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))
  const installed = Object.entries(packages).filter(([path, { link, inBundle }]) => path !== '' && !link && !inBundle)
  expect(installed.length).toBeGreaterThan(500)
  // Packages in a bundle are covered by the checksum of the one that contains them.
  expect(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([])
})
