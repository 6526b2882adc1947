import { describe, expect, it } from 'vitest'
import { type Crowd, type Front, loadOf, type RequestCosts } from './viral-model.ts'

const costs: RequestCosts = {
  page: { cpuMs: 1, bytes: 10_000 },
  file: { cpuMs: 0.5, bytes: 1000, count: 4 },
  picture: { cpuMs: 2, bytes: 50_000 },
  unchanged: { cpuMs: 0.1, bytes: 500 },
  comment: { cpuMs: 3, bytes: 1000 },
}
const crowd: Crowd = { readers: 36_000, peak: 2, pictures: 1, furtherPages: 0, reloads: 0, comments: 0 }
const front = (way: 'passes' | 'revalidates' | 'serves'): Front => ({ name: '', pages: way, files: way, pictures: way })

describe('The load of a post that many read', () => {
  it('is that of all requests of the busiest minute when nothing is in front', () => {
    // Twenty readers a second; each costs 1 + 4 × 0.5 + 2 ms and 64,000 bytes in six requests.
    const load = loadOf(costs, crowd, front('passes'))
    expect(load.requestsPerSecond).toBeCloseTo(120)
    expect(load.cores).toBeCloseTo(0.1)
    expect(load.megabitsPerSecond).toBeCloseTo(10.24)
    expect(load.gigabytes).toBeCloseTo(2.304)
  })

  it('is that of 304s where a cache in front revalidates, and nothing where it serves by itself', () => {
    expect(loadOf(costs, crowd, front('revalidates')).cores).toBeCloseTo(0.012)
    expect(loadOf(costs, crowd, front('serves'))).toEqual({ requestsPerSecond: 0, cores: 0, megabitsPerSecond: 0, gigabytes: 0 })
  })

  it('has further pages, reloads and comments as they come', () => {
    const all = { ...crowd, furtherPages: 1, reloads: 1, comments: 0.1 }
    // Two pages, four files, two pictures, a 304 and a tenth of a comment.
    expect(loadOf(costs, all, front('passes')).cores).toBeCloseTo(0.02 * (2 + 2 + 4 + 0.1 + 0.3))
    expect(loadOf(costs, all, front('serves')).cores).toBeCloseTo(0.02 * 0.3)
  })
})
