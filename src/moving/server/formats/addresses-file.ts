import { stringify } from 'yaml'
import { z } from 'zod'
import { parseYaml } from './head-and-text.ts'

/** Addresses on a former blog, except those of posts and pages, with their targets in Kindred. */
const addresses = z.object({
  /** Category by the address of a list; empty for the start page of a blog in a folder. */
  lists: z.record(z.string(), z.string()).default({}),
  /** Path of the picture or file in the export, by its former address. */
  files: z.record(z.string(), z.string()).default({}),
})
export type FormerAddresses = z.output<typeof addresses>

const INTRODUCTION = '# Where lists, pictures and files of a former blog are now. `import` keeps these addresses.\n'

export const writeAddressesFile = (file: FormerAddresses): string => INTRODUCTION + stringify(file, { lineWidth: 0 })

/** @throws Error in words for the operator */
export const readAddressesFile = (text: string): FormerAddresses => addresses.parse(parseYaml(text) ?? {})
