import { endpoints } from '#app/contract/endpoints.ts'
import { formPaths, forms } from '#app/contract/forms.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { TEST_ORIGIN } from '#tests/support/test-app.ts'
import { type Callee, createClient } from '#tests/support/test-client.ts'

const TOKEN = 'x'.repeat(43)
/** What any of the calls and forms that let people in could ask for. */
const STRANGER = {
  username: 'stranger',
  displayName: 'A stranger',
  name: 'A stranger',
  email: 'stranger@example.org',
  password: 'a long password',
  note: 'Let me in',
  token: TOKEN,
  key: TOKEN,
  idToken: TOKEN,
}

const withoutParams = (path: string) => path.replaceAll(/:\w+/g, 'none')

/**
 * Tries every call and every form that is open to everyone as a way to get an account, then signs in.
 * @returns the session cookies that this gave, and the number of tries
 */
export async function signUpEverywhere(callee: Callee): Promise<{ readonly cookies: readonly string[]; readonly tries: number }> {
  const client = createClient(callee, undefined)
  const cookies: string[] = []
  let tries = 0
  const send = async (path: string, init: Readonly<Record<string, unknown>>) => {
    tries += 1
    const response = await client.send(path, {
      redirect: 'manual',
      ...init,
      headers: { origin: TEST_ORIGIN, ...(init['headers'] as object) },
    })
    cookies.push(...response.headers.getSetCookie().filter((cookie) => /^(?:__Host-)?session=[^;]/.test(cookie)))
  }
  const calls = Object.values<Endpoint>(endpoints).filter(({ access, key }) => access === 'everyone' && !key.startsWith('GET '))
  for (const { key } of calls) {
    const [method = '', path = ''] = key.split(' ')
    await send(withoutParams(path), { method, body: JSON.stringify(STRANGER), headers: { 'content-type': 'application/json' } })
  }
  for (const form of forms) {
    const body = new URLSearchParams({ form: form.name, ...STRANGER }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const path of formPaths(form)) await send(withoutParams(path), { method: 'POST', body, headers })
  }
  await send('/api/auth/signin', { method: 'POST', body: JSON.stringify(STRANGER), headers: { 'content-type': 'application/json' } })
  return { cookies, tries }
}
