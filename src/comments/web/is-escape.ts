import type { KeyboardEvent } from 'react'

/** Escape during input composition ends that, and closes nothing. */
export const isEscape = ({ key, nativeEvent }: KeyboardEvent): boolean => key === 'Escape' && !nativeEvent.isComposing
