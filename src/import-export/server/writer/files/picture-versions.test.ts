import { describe, expect, it } from 'vitest'
import { versionsOf } from './picture-versions.ts'

const WORDPRESS = 'https://old.example/wp-content/uploads/2020/01'
const GHOST = 'https://old.example/content/images'
const LISTED = new Set([`${WORDPRESS}/boat-scaled.jpg`, `${WORDPRESS}/pier.jpg`, `${WORDPRESS}/plan-300x200.jpg`])
const versions = (address: string) => versionsOf(address, (one) => LISTED.has(one))

describe('Addresses of one picture have one key', () => {
  it.each([
    [
      'a large upload',
      [`boat.jpg`, 'boat-scaled.jpg', 'boat-300x200.jpg', 'boat-scaled.jpg?resize=300%2C200', 'boat-300x200.jpg?w=100#a'].map(
        (name) => `${WORDPRESS}/${name}`,
      ),
    ],
    [
      'an upload by way of a resizing server',
      [`${WORDPRESS}/pier.jpg`, 'https://i0.wp.com/old.example/wp-content/uploads/2020/01/pier-150x150.jpg?fit=150%2C150&ssl=1'],
    ],
    [
      'sizes of Ghost',
      ['2024/05/cot.jpg', 'size/w600/2024/05/cot.jpg', 'size/w1000/format/webp/2024/05/cot.jpg', '2024/05/cot_o.jpg'].map(
        (name) => `${GHOST}/${name}`,
      ),
    ],
  ])('of %s', (_, addresses) => {
    expect(new Set(addresses.map((address) => versions(address).key)).size).toBe(1)
  })
})

describe('Different pictures have different keys', () => {
  it.each([
    ['a name that ends like a size, and is listed', `${WORDPRESS}/plan-300x200.jpg`, `${WORDPRESS}/plan.jpg`],
    ['a name that ends like a size, of which nothing is listed', `${WORDPRESS}/cat-100x100.jpg`, `${WORDPRESS}/cat.jpg`],
    ['addresses whose query says which picture it is', 'https://a.example/pic?id=1', 'https://a.example/pic?id=2'],
    ['other sites', 'https://a.example/a.jpg', 'https://b.example/a.jpg'],
  ])('%s', (_, one, other) => {
    expect(versions(one).key).not.toBe(versions(other).key)
  })
})

it('Addresses that the export lists are fetched before the requested one', () => {
  expect(versions(`${WORDPRESS}/boat-300x200.jpg`).toFetch).toEqual([`${WORDPRESS}/boat-scaled.jpg`, `${WORDPRESS}/boat-300x200.jpg`])
  expect(versions(`${GHOST}/size/w600/2024/05/cot.jpg`).toFetch).toEqual([`${GHOST}/2024/05/cot.jpg`, `${GHOST}/size/w600/2024/05/cot.jpg`])
})

it('A folder is searched for the largest version first', () => {
  const names = versions(`${WORDPRESS}/cat-100x100.jpg`).addresses.map((address) => address.slice(WORDPRESS.length + 1))
  expect(names).toEqual(['cat.jpg', 'cat-scaled.jpg', 'cat-100x100.jpg'])
  expect(versions(`${GHOST}/2024/05/cot.jpg`).addresses[0]).toBe(`${GHOST}/2024/05/cot_o.jpg`)
})
