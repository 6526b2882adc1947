import { type Load, median } from './load.ts'

/** One round of a comparison: what is ours and its floor, in the same unit. */
export interface Round<T = number> {
  readonly ours: T
  readonly floor: T
}

export const RATIO_HEADS = ['what', 'ours', 'floor', 'ratio (min–max of the rounds)']

/** A row: both medians, and the median ratio of ours to the floor with the least and the most of the rounds, which is the noise. */
export const describeRounds = (name: string, rounds: readonly Round[]): string[] => {
  const ratios = rounds.map(({ ours, floor }) => ours / floor)
  return [
    name,
    digits(median(rounds.map(({ ours }) => ours))),
    digits(median(rounds.map(({ floor }) => floor))),
    `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`,
  ]
}

/**
 * Two rows for two servers under the same load: requests a second, and what the processor's time says of them (the
 * floor's over ours), which hardly notices what else the machine is doing.
 */
export const describeLoads = (name: string, rounds: readonly Round<Load>[]): string[][] => [
  describeRounds(
    `${name}, requests/s`,
    rounds.map(({ ours, floor }) => ({ ours: ours.requestsPerSecond, floor: floor.requestsPerSecond })),
  ),
  describeRounds(
    `${name}, requests per CPU ms`,
    rounds.map(({ ours, floor }) => ({ ours: 1 / ours.cpuMs, floor: 1 / floor.cpuMs })),
  ),
]

const digits = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(2))
