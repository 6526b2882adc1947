/**
 * For what an import does: its process has so low a priority that on a busy machine it gets a hundredth of the processor,
 * and takes minutes to start.
 */
export const LOW_PRIORITY = { timeout: 1_200_000 }
