import { useQueryClient } from '@tanstack/react-query'
import { theme as antd, ConfigProvider } from 'antd'
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { canvasPlace, driftAt } from './canvas.ts'
import style from './screen.module.css'

/** Refresh interval of a big screen's figures. */
const REFRESH_MS = 60_000
/** Big screens run unattended: reload once a day at 04:00 to pick up a new build. */
const ANEW_AT_HOUR = 4

const DRIFT_LOOK_MS = 60_000

/** Big screen of 1920×1080 scaled to the display: no shell, always dark, refreshes itself. */
export default function BigScreen({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState(() => canvasPlace(innerWidth, innerHeight))
  useLayoutEffect(() => {
    const fit = () => setPlace(canvasPlace(innerWidth, innerHeight))
    addEventListener('resize', fit)
    return () => removeEventListener('resize', fit)
  }, [])
  const drift = useDrift()
  useFresh()
  return (
    <div className={style.wall}>
      <main
        className={style.canvas}
        style={{ width: place.width, height: place.height, transform: `translate(${place.left + drift.x}px, ${place.top + drift.y}px) scale(${place.scale})` }}
        data-scale={place.scale.toFixed(4)}
        data-standing={place.isStanding || undefined}
      >
        <ConfigProvider theme={{ algorithm: antd.darkAlgorithm, token: { fontSize: 20, colorBgContainer: 'transparent' } }}>{children}</ConfigProvider>
      </main>
    </div>
  )
}
/** 60-BS7: current offset against burn-in. */
function useDrift(): { x: number; y: number } {
  const [drift, setDrift] = useState(() => driftAt(Date.now()))
  useEffect(() => {
    const timer = setInterval(
      () =>
        setDrift(was => {
          const now = driftAt(Date.now())
          return was.x === now.x && was.y === now.y ? was : now
        }),
      DRIFT_LOOK_MS,
    )
    return () => clearInterval(timer)
  }, [])
  return drift
}
function useFresh(): void {
  const client = useQueryClient()
  useEffect(() => {
    const timer = setInterval(() => void client.invalidateQueries(), REFRESH_MS)
    const night = new Date()
    night.setHours(ANEW_AT_HOUR, 0, 0, 0)
    if (night.getTime() <= Date.now()) night.setDate(night.getDate() + 1)
    const anew = setTimeout(() => location.reload(), night.getTime() - Date.now())
    return () => {
      clearInterval(timer)
      clearTimeout(anew)
    }
  }, [client])
}
