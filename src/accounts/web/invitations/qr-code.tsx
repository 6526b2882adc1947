import { encode } from 'uqr'

/** Empty modules around the code, as scanners require. */
const BORDER = 4

interface QrCodeProps {
  readonly text: string
  readonly label: string
}

/** Dark on light in both themes: many cameras read nothing else. Fills its container. */
export const QrCode = ({ text, label }: QrCodeProps) => {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="block h-auto w-full rounded-small"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
