import type { z } from 'zod'
import type { ParamsOf, SchemaInput } from './endpoint.ts'
import { identityEndpoints, recoveryEndpoints, sessionEndpoints } from './endpoints/auth.ts'
import { blogPageEndpoints } from './endpoints/blog-pages.ts'
import { categoryEndpoints } from './endpoints/categories.ts'
import { checklistEndpoints } from './endpoints/checklist.ts'
import { commentEndpoints, moderationEndpoints } from './endpoints/comments.ts'
import { feedEndpoints } from './endpoints/feeds.ts'
import { deliveryEndpoints } from './endpoints/deliveries.ts'
import { followingEndpoints } from './endpoints/following.ts'
import { importEndpoints } from './endpoints/imports.ts'
import { invitationEndpoints } from './endpoints/invitations.ts'
import { linkEndpoints } from './endpoints/links.ts'
import { mailEndpoints } from './endpoints/mails.ts'
import { managePostsEndpoints } from './endpoints/manage-posts.ts'
import { likeEndpoints } from './endpoints/likes.ts'
import { lookEndpoints } from './endpoints/look.ts'
import { postEndpoints } from './endpoints/posts.ts'
import { sampleEndpoints } from './endpoints/samples.ts'
import { passkeyEndpoints } from './endpoints/passkeys.ts'
import { secondStepEndpoints } from './endpoints/second-step.ts'
import { settingsEndpoints } from './endpoints/settings.ts'
import { setupEndpoints } from './endpoints/setup.ts'
import { signUpRequestEndpoints } from './endpoints/sign-up-requests.ts'
import { siteEndpoints } from './endpoints/site.ts'
import { statsEndpoints } from './endpoints/stats.ts'
import { upkeepEndpoints } from './endpoints/upkeep.ts'
import { userEndpoints } from './endpoints/users.ts'
import { draftEndpoints, revisionEndpoints, trashEndpoints } from './endpoints/writing.ts'

/** Every call of the API (docs/product.md, 7). Paths match in any letter case. */
export const endpoints = {
  ...sessionEndpoints,
  ...identityEndpoints,
  ...recoveryEndpoints,
  ...userEndpoints,
  ...invitationEndpoints,
  ...signUpRequestEndpoints,
  ...postEndpoints,
  ...managePostsEndpoints,
  ...likeEndpoints,
  ...commentEndpoints,
  ...moderationEndpoints,
  ...setupEndpoints,
  ...sampleEndpoints,
  ...checklistEndpoints,
  ...siteEndpoints,
  ...blogPageEndpoints,
  ...lookEndpoints,
  ...passkeyEndpoints,
  ...secondStepEndpoints,
  ...feedEndpoints,
  ...followingEndpoints,
  ...deliveryEndpoints,
  ...linkEndpoints,
  ...categoryEndpoints,
  ...statsEndpoints,
  ...settingsEndpoints,
  ...upkeepEndpoints,
  ...importEndpoints,
  ...mailEndpoints,
  ...draftEndpoints,
  ...revisionEndpoints,
  ...trashEndpoints,
} as const

export type Endpoints = typeof endpoints
/** `METHOD /path`, for instance `GET /api/user/:userId`. */
export type EndpointKey = keyof Endpoints

type Part<K extends EndpointKey, Name extends string> = Endpoints[K] extends { readonly [P in Name]: infer S } ? S : never
type ParamsPart<K extends EndpointKey> = [ParamsOf<K>] extends [never] ? object : { params: Record<ParamsOf<K>, string> }
type QueryPart<K extends EndpointKey> = [Part<K, 'query'>] extends [never]
  ? object
  : { query?: Partial<Record<keyof SchemaInput<Part<K, 'query'>>, string | number | undefined>> }
type BodyPart<K extends EndpointKey> = [Part<K, 'body'>] extends [never] ? object : { body: SchemaInput<Part<K, 'body'>> }

/** Input of a call: path parameters, query and body, as far as the endpoint has them. */
export type CallInput<K extends EndpointKey> = ParamsPart<K> & QueryPart<K> & BodyPart<K>
/** Body of a successful response. */
export type CallOutput<K extends EndpointKey> = z.output<Endpoints[K]['output']>
