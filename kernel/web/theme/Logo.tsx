import { useId } from 'react'

/** Two hills in a disc, 蓝 behind 青; a school's own logo replaces it. */
export function Logo({ size = 28, src }: { size?: number; src?: string | null | undefined }) {
  const clip = useId()
  if (src) return <img src={src} width={size} height={size} alt="" style={{ objectFit: 'contain' }} />
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" style={{ flex: 'none' }}>
      <clipPath id={clip}>
        <circle cx="16" cy="16" r="15" />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <rect width="32" height="32" fill="#dcebf8" />
        <circle cx="23" cy="9.4" r="3" fill="#fff" />
        <path d="M-4 34C1 20 6 9 12.200 9S23 21 28 34z" fill="#2063c4" />
        <path d="M7 34c4-9.500 8.400-15.600 13.400-15.600S30 25 34 34z" fill="#119389" />
      </g>
    </svg>
  )
}
