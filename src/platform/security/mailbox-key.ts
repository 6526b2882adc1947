import { hashedKey } from './rate-limit.ts'

/** Key of limits for one mailbox, however its address is spelt: many providers ignore what follows a plus, and dots before the @. */
export const mailboxKey = (email: string): string => {
  const at = email.lastIndexOf('@')
  const [name = ''] = email.slice(0, at).split('+')
  return hashedKey(`${name.replaceAll('.', '')}${email.slice(at).replace('@googlemail.com', '@gmail.com')}`)
}
