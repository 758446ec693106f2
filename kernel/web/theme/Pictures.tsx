import { Carousel } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import style from './pictures.module.css'

export interface Picture {
  id: string
  title: string
  link: string | null
  url: string
}
/** Slide show; pictures that fail to load are skipped, and without any the place is hidden. */
export function Pictures({ of }: { of: readonly Picture[] }) {
  const [now, setNow] = useState(0)
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set())
  const shown = of.filter(p => !broken.has(p.id))
  if (!shown.length) return null
  return (
    <Carousel
      // fading pictures are not doubled at the ends, where their links could be reached unseen
      effect="fade"
      autoplay={shown.length > 1}
      autoplaySpeed={6000}
      dots={shown.length > 1}
      arrows={shown.length > 1}
      beforeChange={(_from, to) => setNow(to)}
      className={style.carousel}
    >
      {shown.map((p, at) => (
        <Shown key={p.id} of={p} isNow={at === Math.min(now, shown.length - 1)} onBroken={() => setBroken(now => new Set([...now, p.id]))} />
      ))}
    </Carousel>
  )
}
function Shown({ of, isNow, onBroken }: { of: Picture; isNow: boolean; onBroken: () => void }) {
  const tabIndex = isNow ? 0 : -1
  const image = <img src={of.url} alt={of.title} onError={onBroken} />
  if (!of.link) return image
  return of.link.startsWith('/') ? (
    <Link to={of.link} tabIndex={tabIndex}>
      {image}
    </Link>
  ) : (
    <a href={of.link} tabIndex={tabIndex} target="_blank" rel="noreferrer noopener">
      {image}
    </a>
  )
}
