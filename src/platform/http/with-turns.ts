import type { RequestListener } from 'node:http'
import { addressOfRequest } from './address.ts'
import type { Admission } from './admission.ts'

/** Lets every request take its turn, also those for cached responses and for files. One whose client has left ends here. */
export function withTurns(
  listener: RequestListener,
  { admission, trustedProxies }: { admission: Admission; trustedProxies: number },
): RequestListener {
  return (request, response) => {
    if (admission.takeTurn()) return listener(request, response)
    admission.waitForTurn(addressOfRequest(request, trustedProxies), () => {
      if (request.socket.destroyed) return true
      listener(request, response)
      // A cached response is written at once.
      return response.writableEnded
    })
  }
}
