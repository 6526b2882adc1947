/** Of responses whose body is a text: reading it back out of a Response takes several times as long as encoding it. */
const texts = new WeakMap<Response, string>()

/** Notes the text that a response was created with. */
export function withText(response: Response, text: string): Response {
  texts.set(response, text)
  return response
}

const encoder = new TextEncoder()

/** The body of a response that nobody has read. */
export async function readBytes(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const text = texts.get(response)
  return text === undefined ? new Uint8Array(await response.arrayBuffer()) : encoder.encode(text)
}
