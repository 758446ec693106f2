import { useEffect, useState } from 'react'
import { t } from '#web/i18n/index.ts'
import style from './message.module.css'

/** Loading indicator: blank at first, then a thin progress bar. */
export function Waiting() {
  const [long, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), 300)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={style.waiting} role="status" aria-label={t('正在载入')}>
      {long && <div className={style.bar} />}
    </div>
  )
}
/** Removes the loading overlay of index.html after the first render. */
export function FirstScreen() {
  useEffect(() => {
    document.getElementById('loading')?.remove()
  }, [])
  return null
}
