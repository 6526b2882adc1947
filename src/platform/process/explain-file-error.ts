import { userInfo } from 'node:os'
import { AppError } from '#platform/contract/errors.ts'

/** What an operator can do about a file that cannot be used; undefined for other errors. */
export function explainFileError(error: unknown, path = (error as NodeJS.ErrnoException).path): AppError | undefined {
  const { code = '' } = error as NodeJS.ErrnoException
  if (path === undefined) return undefined
  if (code === 'ENOENT') return new AppError('not_found', `There is no file or folder ${path}.`)
  if (!['EACCES', 'EPERM', 'EROFS'].includes(code)) return undefined
  return new AppError(
    'bad_request',
    `The account of the blog, ${userInfo().username}, may not use ${path}. Name a file in a folder that belongs to it, such as that of the data.`,
  )
}
