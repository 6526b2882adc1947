import { stringify } from 'yaml'
import { z } from 'zod'
import { parseYaml } from './text-file.ts'

/** Names, texts, links, look, settings and categories of a blog, by group and name. The import validates each value. */
const groups = z.object({
  blog: z.record(z.string(), z.unknown()).default({}),
  links: z.unknown().optional(),
  look: z.record(z.string(), z.unknown()).default({}),
  settings: z.record(z.string(), z.unknown()).default({}),
  categories: z
    .object({ own: z.array(z.unknown()).default([]), renamed: z.array(z.unknown()).default([]), hidden: z.array(z.unknown()).default([]) })
    .default({ own: [], renamed: [], hidden: [] }),
})
export type BlogFile = z.output<typeof groups>

const INTRODUCTION = '# Words, look and choices of the blog. `import` takes back what the new blog has none of.\n'

export const writeBlogFile = (file: { readonly [Group in keyof BlogFile]: object }): string =>
  INTRODUCTION + stringify(file, { lineWidth: 0 })

/** @throws Error in words for the operator */
export const readBlogFile = (text: string): BlogFile => groups.parse(parseYaml(text) ?? {})

/** Addresses on a former blog, except those of posts and pages, with their targets in Kindred. */
const addresses = z.object({
  /** Category by the address of a list; empty for the start page of a blog in a folder. */
  lists: z.record(z.string(), z.string()).default({}),
  /** Path of the picture or file in the export, by its former address. */
  files: z.record(z.string(), z.string()).default({}),
})
export type FormerAddresses = z.output<typeof addresses>

const ADDRESSES_INTRODUCTION = '# Where lists, pictures and files of a former blog are now. `import` keeps these addresses.\n'

export const writeAddressesFile = (file: FormerAddresses): string => ADDRESSES_INTRODUCTION + stringify(file, { lineWidth: 0 })

/** @throws Error in words for the operator */
export const readAddressesFile = (text: string): FormerAddresses => addresses.parse(parseYaml(text) ?? {})
