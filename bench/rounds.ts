import type { Load } from './load.ts'

/** One round of a comparison: the blog and its floor, in the same unit. */
export interface Round<T = number> {
  readonly ours: T
  readonly floor: T
}

/** What a row is about, and what its ratio must be, for instance 'at least 0.85'; left out where there is no such bar. */
export interface RowTitle {
  readonly name: string
  readonly bar?: string
}

export const RATIO_HEADS = ['what', 'ours', 'floor', 'ratio (min–max)', 'bar']

/** Measures both in turn, so that whatever else the machine does falls on both. */
export async function alternate<T>(rounds: number, ours: () => Promise<T>, floor: () => Promise<T>): Promise<Round<T>[]> {
  const measured: Round<T>[] = []
  for (let round = 0; round < rounds; round += 1) measured.push({ ours: await ours(), floor: await floor() })
  return measured
}

/** A row: both medians, and the median ratio with the least and the greatest of all rounds, which is the noise. */
export function describeRounds({ name, bar = '' }: RowTitle, rounds: readonly Round[]): string[] {
  const ratios = rounds.map(({ ours, floor }) => ours / floor)
  const medians = [median(rounds.map(({ ours }) => ours)), median(rounds.map(({ floor }) => floor))]
  return [name, ...medians.map(digits), describeSpan(ratios, 2), bar]
}

/**
 * Two rows for two servers under the same load: requests a second, and requests per millisecond of processor time, which
 * hardly depends on the load generator and on what else runs.
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

/** 'median (least–greatest)'. */
export const describeSpan = (values: readonly number[], decimals: number): string =>
  `${median(values).toFixed(decimals)} (${Math.min(...values).toFixed(decimals)}–${Math.max(...values).toFixed(decimals)})`

export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const digits = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(2))
