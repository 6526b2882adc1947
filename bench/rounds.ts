import { median } from './load.ts'

/** One round of a comparison: what is ours and its floor, in the same unit. */
export interface Round {
  readonly ours: number
  readonly floor: number
}

/** Both medians, and the median ratio with the smallest and largest of the rounds: the machine's noise. */
export const describeRounds = (rounds: readonly Round[]): string[] => {
  const ratios = rounds.map(({ ours, floor }) => ours / floor)
  return [
    digits(median(rounds.map(({ ours }) => ours))),
    digits(median(rounds.map(({ floor }) => floor))),
    `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`,
  ]
}

const digits = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(2))
