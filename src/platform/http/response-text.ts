/** Internal header that carries a response's cache tags from the app to the cache; removed before sending. */
export const SURROGATE_KEY = 'surrogate-key'

/** Texts of responses: reading a text back out of a Response takes several times as long as encoding it. */
const texts = new WeakMap<Response, string>()

/** Remembers the text that a response was created with. */
export function withText(response: Response, text: string): Response {
  texts.set(response, text)
  return response
}

const encoder = new TextEncoder()

/** Reads the body of a response that was not read before. */
export async function readBytes(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const text = texts.get(response)
  return text === undefined ? new Uint8Array(await response.arrayBuffer()) : encoder.encode(text)
}
