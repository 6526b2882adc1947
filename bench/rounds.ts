import type { Load } from './load.ts'

/** One round of a comparison: the blog (`ours`) and its baseline (`floor`), in the same unit. */
export interface Round<T = number> {
  readonly ours: T
  readonly floor: T
}

/** Title of a row, and the required ratio if there is one: 'at least 0.85'. */
export interface RowTitle {
  readonly name: string
  readonly bar?: string
}

export const RATIO_HEADS = ['what', 'ours', 'floor', 'ratio (min–max)', 'bar']

/** Alternates between both, so that other load on the machine affects both. */
export async function alternate<T>(rounds: number, ours: () => Promise<T>, floor: () => Promise<T>): Promise<Round<T>[]> {
  const measured: Round<T>[] = []
  for (let round = 0; round < rounds; round += 1) measured.push({ ours: await ours(), floor: await floor() })
  return measured
}

/** Returns a row with both medians, and the median ratio with its minimum and maximum as a measure of noise. */
export function describeRounds({ name, bar = '' }: RowTitle, rounds: readonly Round[]): string[] {
  const ratios = rounds.map(({ ours, floor }) => ours / floor)
  const medians = [median(rounds.map(({ ours }) => ours)), median(rounds.map(({ floor }) => floor))]
  return [name, ...medians.map(digits), describeSpan(ratios, 2), bar]
}

/**
 * Returns two rows: requests per second, and requests per millisecond of CPU time, which
 * hardly depends on the load generator and on other programs.
 */
export const describeLoads = ({ name, bar = '' }: RowTitle, rounds: readonly Round<Load>[]): string[][] => [
  describeRounds(
    { name: `${name}, requests/s`, bar },
    rounds.map(({ ours, floor }) => ({ ours: ours.requestsPerSecond, floor: floor.requestsPerSecond })),
  ),
  describeRounds(
    { name: `${name}, requests per CPU ms`, bar },
    rounds.map(({ ours, floor }) => ({ ours: 1 / ours.cpuMs, floor: 1 / floor.cpuMs })),
  ),
]

/** Formats 'median (min–max)'. */
export const describeSpan = (values: readonly number[], decimals: number): string =>
  `${median(values).toFixed(decimals)} (${Math.min(...values).toFixed(decimals)}–${Math.max(...values).toFixed(decimals)})`

export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const digits = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(2))
