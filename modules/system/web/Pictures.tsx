import { Carousel } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { classes } from '#web/layout/classes.ts'
import style from './system.module.css'

export interface Picture {
  id: string
  title: string
  link: string | null
  url: string
}
/** Slide show; pictures that fail to load are skipped, and without any the place is hidden. */
export function Pictures({ of }: { of: readonly Picture[] }) {
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set())
  const shown = of.filter(p => !broken.has(p.id))
  if (!shown.length) return null
  return (
    <Carousel autoplay={shown.length > 1} autoplaySpeed={6000} dots={shown.length > 1} arrows={shown.length > 1} className={classes(style.carousel)}>
      {shown.map(p => (
        <Shown key={p.id} of={p} onBroken={() => setBroken(now => new Set([...now, p.id]))} />
      ))}
    </Carousel>
  )
}
function Shown({ of, onBroken }: { of: Picture; onBroken: () => void }) {
  const image = <img src={of.url} alt={of.title} onError={onBroken} />
  if (!of.link) return image
  return of.link.startsWith('/') ? (
    <Link to={of.link}>{image}</Link>
  ) : (
    <a href={of.link} target="_blank" rel="noreferrer noopener">
      {image}
    </a>
  )
}
