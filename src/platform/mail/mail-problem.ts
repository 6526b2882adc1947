const WORDS: Readonly<Record<string, string>> = {
  EAUTH: 'it does not take the user or the password',
  ECONNECTION: 'it cannot be reached',
  ESOCKET: 'it cannot be reached, or its certificate is not trusted',
  ETIMEDOUT: 'it does not respond',
  EDNS: 'its name is not known',
  ECONNREFUSED: 'nobody listens there',
  EENVELOPE: 'it refused the sender or the recipient',
  EMESSAGE: 'it refused the mail',
}

/** Describes why the mail server cannot be used, by the code of the error. */
export const mailProblemOf = (code: string): string => WORDS[code] ?? code

const REPLY_MAX_LENGTH = 200

/**
 * Describes to admins why a mail was not sent. Includes the server's reply only from the mail's addresses on: its reply to
 * the sign-in might repeat the credentials.
 */
export function describeRefusal(error: unknown): string {
  const { code, response } = error as { code?: unknown; response?: unknown }
  const words = `The mail server did not take it: ${mailProblemOf(typeof code === 'string' ? code : 'something went wrong')}.`
  if (typeof response !== 'string' || (code !== 'EENVELOPE' && code !== 'EMESSAGE')) return words
  return `${words} It says: ${response.replaceAll(/\s+/g, ' ').slice(0, REPLY_MAX_LENGTH)}`
}
