import { stringify } from 'yaml'
import { z } from 'zod'
import { parseYaml } from './head-and-text.ts'

/** Addresses on a former blog that were no post's or page's, and what is there now. */
const addresses = z.object({
  /** The category that shows what a list showed; empty for the start page of a blog in a folder. */
  lists: z.record(z.string(), z.string()).default({}),
  /** The picture or file, by its place in the export. */
  files: z.record(z.string(), z.string()).default({}),
})
export type FormerAddresses = z.output<typeof addresses>

const INTRODUCTION = '# Where lists, pictures and files of a former blog are now. `import` keeps these addresses.\n'

export const writeAddressesFile = (file: FormerAddresses): string => INTRODUCTION + stringify(file, { lineWidth: 0 })

/** @throws Error in words for the operator */
export const readAddressesFile = (text: string): FormerAddresses => addresses.parse(parseYaml(text) ?? {})
