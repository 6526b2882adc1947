import type { SignedIn } from '#contract/endpoints/auth.ts'
import type { Site } from '#contract/endpoints/site.ts'
import type { FormResult } from '#contract/page-forms.ts'

/** What the parts of a page know of it, on the server and in the browser. */
export interface PageInfo {
  readonly site: Site
  readonly path: string
  /** With the question mark; empty where there is no query. */
  readonly search: string
  /** Whether it was rendered for people who are signed in. */
  readonly isMember: boolean
  /** Of the user whom a guarded page was rendered for; null on pages that users share. */
  readonly session: SignedIn | null
  /** How the plain HTML form went that this page responds to; null where there was none. */
  readonly form: FormResult | null
}

export const PAGE_INFO_ID = 'page-info'

/** JSON that may stand between script tags: nothing in it can end them, or begin a comment. */
export const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/** @throws where the page does not carry it: every page of ours does */
export const readPageInfo = (): PageInfo => JSON.parse(document.getElementById(PAGE_INFO_ID)?.textContent ?? '') as PageInfo
