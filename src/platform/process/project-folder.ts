import { findPackageJSON } from 'node:module'
import { pathToFileURL } from 'node:url'

/** The folder of package.json. Not relative to this file, which the build puts elsewhere. */
export const projectFolder = new URL('.', pathToFileURL(findPackageJSON('.', import.meta.url) ?? ''))
