import type { ComponentProps, ComponentType } from 'react'

/**
 * Parts of pages that are hydrated in the browser. Each has a module of its name in this folder, whose default export is
 * the component: the build's manifest is searched by that path.
 */
export const islands = {
  comments: () => import('./comments.ts'),
  'create-post': () => import('./create-post.ts'),
  dashboard: () => import('./dashboard.ts'),
  'follow-confirm': () => import('./follow-confirm.ts'),
  'forgot-password': () => import('./forgot-password.ts'),
  invitation: () => import('./invitation.ts'),
  'post-versions': () => import('./post-versions.ts'),
  'reset-password': () => import('./reset-password.ts'),
  'search-results': () => import('./search-results.ts'),
  setup: () => import('./setup.ts'),
  'setup-steps': () => import('./setup-steps.ts'),
  'sign-in': () => import('./sign-in.ts'),
  'sign-up': () => import('./sign-up.ts'),
  'update-post': () => import('./update-post.ts'),
  'verify-email': () => import('./verify-email.ts'),
} as const

export type IslandName = keyof typeof islands
export type IslandComponent<Name extends IslandName> = Awaited<ReturnType<(typeof islands)[Name]>>['default']
export type IslandProps<Name extends IslandName> =
  IslandComponent<Name> extends ComponentType<never> ? ComponentProps<IslandComponent<Name>> : never

/** Where the manifest of the build lists an island's scripts and styles. */
export const islandModulePath = (name: IslandName): string => `src/pages/islands/${name}.ts`

/** Prefix of ids within an island; must be the same on the server and in the browser. */
export const islandIdPrefix = (name: IslandName): string => `${name}-`
