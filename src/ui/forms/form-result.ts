import { createContext } from 'react'
import type { FormResult } from '#platform/contract/form.ts'

/** Result of the form that the page responds to, if it was sent without its script. */
export const FormResultContext = createContext<FormResult | null>(null)
