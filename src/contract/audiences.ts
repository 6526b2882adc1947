import type { Viewer } from './permissions.ts'

/** What a visitor may read depends on the audience, never on the person; cached responses are shared within one. */
export const AUDIENCES = ['public', 'readers'] as const
export type Audience = (typeof AUDIENCES)[number]

/** `readers` are signed in. */
export const audienceOf = (viewer: Viewer | null): Audience => (viewer === null ? 'public' : 'readers')
