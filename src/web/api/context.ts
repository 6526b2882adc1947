import { createContext } from 'react-router'
import type { Api } from './client.ts'

/** `context.get(apiContext)` in a loader: per request on the server, `browserApi` in the browser. */
export const apiContext = createContext<Api>()
