/** Processor time of this process, in ms: unlike seconds, it hardly depends on what else the machine does. */
export const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const ROUNDS = 5

/** @returns how many times the processor time of the reference the work takes: the median of alternated rounds */
export function compareCpu(work: () => unknown, reference: () => unknown): number {
  const timeOf = (run: () => unknown) => {
    const begun = cpuMs()
    run()
    return cpuMs() - begun
  }
  // Compiles both.
  reference()
  work()
  const ratios = Array.from({ length: ROUNDS }, () => timeOf(work) / Math.max(1, timeOf(reference)))
  return ratios.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN
}
