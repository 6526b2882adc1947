import type { StoredUser } from '#ui/store/app-store.ts'
import type { Site } from '#site/contract/site.endpoints.ts'
import type { FormResult } from '#platform/contract/form.ts'

/** The user of a guarded page, and when the session's token expires. */
interface PageSession extends StoredUser {
  readonly sessionExpiresAt: string
  readonly sessionEndsInMs: number
}

/** Data that all parts of a page may use, on the server and in the browser. */
export interface PageInfo {
  readonly site: Site
  readonly path: string
  /** With the question mark; empty where there is no query. */
  readonly search: string
  /** Whether the page was rendered for signed-in users. */
  readonly isMember: boolean
  /** Whether it was rendered for admins. */
  readonly isAdmin: boolean
  /** False if the blog is closed and the client is not family. */
  readonly mayReadBlog: boolean
  /** Session of the user of a guarded page; null on pages that users share. */
  readonly session: PageSession | null
  /** Result of the plain HTML form that this page responds to; null if there is none. */
  readonly form: FormResult | null
}

export const PAGE_INFO_ID = 'page-info'

/** JSON for a script tag: nothing in it can end the tag, or begin a comment. */
export const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/** @throws if the page does not contain it; every page of ours does */
export const readPageInfo = (): PageInfo => JSON.parse(document.getElementById(PAGE_INFO_ID)?.textContent ?? '') as PageInfo
