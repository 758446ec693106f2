import { useEffect, useState } from 'react'
import { t } from '#web/i18n/index.ts'
import style from './app.module.css'

/** Nothing for the first moments, then a quiet bar. */
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
/** Takes the overlay of index.html away once a first screen is drawn. */
export function FirstScreen() {
  useEffect(() => {
    document.getElementById('loading')?.remove()
  }, [])
  return null
}
