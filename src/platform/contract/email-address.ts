const NAME = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const EMAIL = new RegExp(`^${NAME}(?:\\.${NAME})*@(?:${LABEL}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$`)

const NOT_ASCII = /[^\p{ASCII}]/u
/** What would end or change the host of a URL. */
const NOT_IN_HOSTS = /[\s/\\:@?#%[\]]/

/** The one form in which addresses are stored and compared: lower case, and the host in ASCII, as browsers send it. */
export function normalizeEmail(value: string): string {
  const email = value.trim().toLowerCase()
  const hostAt = email.lastIndexOf('@') + 1
  const host = email.slice(hostAt)
  if (!NOT_ASCII.test(host) || NOT_IN_HOSTS.test(host)) return email
  return email.slice(0, hostAt) + (URL.parse(`http://${host}`)?.hostname ?? host)
}

/** @param email as {@link normalizeEmail} returns it */
export const isEmail = (email: string): boolean => EMAIL.test(email)
