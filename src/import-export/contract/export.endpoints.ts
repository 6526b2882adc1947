import { z } from 'zod'
import { endpoint, type FileOutput } from '#platform/contract/endpoint.ts'

/** Name of the archive. Called before the download, to ask for a recent sign-in if needed. */
export const getExport = endpoint('GET /api/export', {
  access: 'admin',
  needsRecentSignIn: true,
  status: 200,
  output: z.strictObject({ name: z.string() }),
})

/** All texts of the blog with their files, as one zip file that is written while it is sent. */
export const downloadExport = endpoint('GET /api/export/file', {
  access: 'admin',
  needsRecentSignIn: true,
  status: 200,
  output: z.custom<FileOutput>(),
  isFile: true,
})

export const exportEndpoints = { getExport, downloadExport }
