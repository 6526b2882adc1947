import type { Audience } from './audiences.ts'

/** What those get whom a closed blog keeps out: the same as others, a version without content, or a refusal. */
export type WhenClosed = 'open' | 'empty' | 'family'

/** Opens a route for the listed values of path parameters, and is `family` for others. */
export type OpenParams = Readonly<Record<string, readonly string[]>>

interface Route {
  readonly whenClosed?: WhenClosed | OpenParams
  readonly params?: Readonly<Record<string, string>>
}

interface Client {
  readonly findAudience: () => Audience | Promise<Audience>
  readonly isBlogClosed: () => Promise<boolean>
}

/** Whether a closed blog keeps this audience out. Does not read the setting for the family. */
export const isKeptOut = async (audience: Audience, isBlogClosed: () => boolean | Promise<boolean>): Promise<boolean> =>
  audience === 'public' && (await isBlogClosed())

/** What a client gets of a call, a response or a page: `open` unless the blog keeps them out. Without a rule it is for the family. */
export async function accessWhenClosed({ whenClosed = 'family', params = {} }: Route, client: Client): Promise<WhenClosed> {
  const access = typeof whenClosed === 'string' ? whenClosed : isListed(whenClosed, params) ? 'open' : 'family'
  return access === 'open' || !(await isKeptOut(await client.findAudience(), client.isBlogClosed)) ? 'open' : access
}

const isListed = (open: OpenParams, params: Readonly<Record<string, string>>): boolean =>
  Object.entries(open).some(([name, values]) => values.includes(params[name] ?? ''))
