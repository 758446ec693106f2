import { useId } from 'react'

/** Far hills blue, near ones 青. Lines are of the 1920×1080 canvas. */
const FAR = 'M0 900C60 800 110 772 150 772S250 830 330 960 470 1080 560 1080H0ZM1180 1080C1290 1070 1380 960 1440 860S1560 800 1620 850 1760 1080 1920 1080Z'
const NEAR = 'M60 1080C150 1070 190 960 250 940S360 990 430 1080ZM1300 1080C1360 1000 1400 930 1440 930S1530 1010 1600 1040 1720 850 1780 850 1880 930 1920 980V1080Z'

/** Decoration at the bottom of a big screen. */
export function Hills() {
  const id = useId()
  return (
    <svg className="ql-wall-hills" width="1920" height="1080" aria-hidden="true">
      <defs>
        <linearGradient id={`${id}f`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#1d4f8f" stopOpacity=".42" />
          <stop offset="1" stopColor="#07182f" stopOpacity="0" />
        </linearGradient>
        <linearGradient id={`${id}n`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#1f7f8d" stopOpacity=".34" />
          <stop offset="1" stopColor="#07182f" stopOpacity="0" />
        </linearGradient>
      </defs>
      <path d={FAR} fill={`url(#${id}f)`} />
      <path d={NEAR} fill={`url(#${id}n)`} />
    </svg>
  )
}
