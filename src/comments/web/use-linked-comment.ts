import { useEffect, useRef } from 'react'

interface Options {
  readonly hasOlder: boolean
  /** Resolves to whether there may be more. */
  readonly loadOlder: () => Promise<boolean>
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/** Loads older comments until the one in the address (`#comment-…`) is there, and scrolls to it. */
export const useLinkedComment = (options: Options): void => {
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  useEffect(() => {
    if (!/^#comment-[\w-]+$/.test(location.hash)) return undefined
    let isGone = false
    const find = async () => {
      let mayBeOlder = latest.current.hasOlder
      for (;;) {
        const comment = document.getElementById(location.hash.slice(1))
        if (comment) return comment.scrollIntoView()
        if (!mayBeOlder || isGone) return undefined
        mayBeOlder = await latest.current.loadOlder()
        await nextFrame()
      }
    }
    // If they cannot be loaded, the page does not scroll.
    find().catch(() => {})
    return () => {
      isGone = true
    }
  }, [])
}
