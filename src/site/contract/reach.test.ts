import { expect, it } from 'vitest'
import { type Reach, reachOf } from './reach.ts'

const HOSTS: Readonly<Record<Reach, readonly string[]>> = {
  computer: ['http://127.0.0.1:3000', 'http://localhost:3000', 'http://[::1]:3000', 'http://blog.localhost', 'http://0.0.0.0:3000'],
  network: [
    'http://192.168.1.20:3000',
    'http://10.0.0.5',
    'http://172.20.0.2',
    'http://raspberry',
    'http://blog.local',
    'http://[fe80::1]',
  ],
  everyone: ['https://blog.example.org', 'https://8.8.8.8', 'https://172.40.0.1', 'https://locals.example', 'https://[2001:db8::1]'],
}

it.each(Object.entries(HOSTS))('An address that %s can open is recognised', (reach, urls) => {
  expect(urls.map((url) => [url, reachOf(url)])).toEqual(urls.map((url) => [url, reach]))
})
