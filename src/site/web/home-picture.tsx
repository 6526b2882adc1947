import type { Look } from '#site/contract/look.ts'
import { StoredPicture } from '#media/web/index.ts'

const HEART = 'M50 90C21 69 5 51 5 31 5 17 15 7 28 7c9 0 17 5 22 14C55 12 63 7 72 7c13 0 23 10 23 24 0 20-16 38-45 59z'

/** A large heart with a small one in front of it. */
const HeartsCover = () => (
  <svg
    role="img"
    aria-label="A large heart and a small one, side by side"
    viewBox="0 0 500 400"
    className="hearts-cover w-full"
    preserveAspectRatio="xMidYMid slice"
  >
    <circle cx="205" cy="178" r="152" fill="var(--paper)" opacity=".55" />
    <path d={HEART} fill="var(--heart)" transform="translate(96 66) scale(2.15)" />
    <path d="M128 132c2-22 18-36 38-37" fill="none" stroke="#fff" strokeWidth="9" strokeLinecap="round" opacity=".4" />
    <path
      d={HEART}
      fill="var(--calm)"
      stroke="var(--heart-tint)"
      strokeWidth="9"
      strokeLinejoin="round"
      transform="translate(262 150) scale(1.2)"
    />
    <path d="M283 183c1-10 8-17 17-18" fill="none" stroke="#fff" strokeWidth="6" strokeLinecap="round" opacity=".4" />
    <g fill="none" stroke="var(--heart)" strokeLinejoin="round">
      <path d={HEART} strokeWidth="7" transform="translate(404 84) scale(.42) rotate(12 50 50)" />
      <path d={HEART} strokeWidth="9" transform="translate(52 70) scale(.3) rotate(-14 50 50)" />
    </g>
    <path d={HEART} fill="var(--heart)" opacity=".45" transform="translate(362 48) scale(.26) rotate(-8 50 50)" />
    <path d={HEART} fill="var(--calm)" opacity=".5" transform="translate(432 176) scale(.2) rotate(10 50 50)" />
  </svg>
)

interface HomePictureProps {
  readonly look: Pick<Look, 'homePicture' | 'homePictureText'>
  readonly sizes: string
  /** True if visible without scrolling. */
  readonly eager?: boolean
}

/** Picture of the home page: uploaded, or the hearts. */
export const HomePicture = ({ look: { homePicture, homePictureText }, sizes, eager = false }: HomePictureProps) => {
  if (homePicture === '') return <HeartsCover />
  return <StoredPicture src={homePicture} alt={homePictureText} sizes={sizes} eager={eager} className="post-cover-image hearts-cover" />
}
