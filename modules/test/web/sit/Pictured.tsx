import { Fragment } from 'react'
import { pictureLink } from '#web/files/links.ts'
import { t } from '#web/i18n/index.ts'
import { piecesOf, unnamed } from '../../model/pictures.ts'
import style from './sit.module.css'

interface PicturedProps {
  text: string
  pictures: readonly (string | null)[]
}
const Picture = ({ id, n }: { id: string; n: number }) => <img className={style.picture} src={pictureLink(id, 800)} alt={t('图 {{n}}', { n })} decoding="async" />
/** A text with its pictures where it names them. */
export function Pictured({ text, pictures }: PicturedProps) {
  let at = 0
  return piecesOf(text).map(piece => {
    const key = at++
    const id = 'picture' in piece ? pictures[piece.picture - 1] : null
    return <Fragment key={key}>{'picture' in piece ? id ? <Picture id={id} n={piece.picture} /> : `[图${piece.picture}]` : piece.text}</Fragment>
  })
}
type Material = { stem: string; pictures: PicturedProps['pictures'] }
interface StemProps {
  of: {
    material?: Material | null
    stem: string
    pictures: PicturedProps['pictures']
    options?: ReadonlyArray<{ text: string } | null>
    rights?: ReadonlyArray<{ text: string } | null>
  }
}
/** The material that it belongs to, the stem, and below it the pictures that neither it nor an option names. */
export function Stem({ of: { material, stem, pictures, options = [], rights = [] } }: StemProps) {
  const texts = [stem, ...[...options, ...rights].flatMap(o => o?.text ?? [])]
  return (
    <>
      {material ? (
        <blockquote className={style.material} aria-label={t('材料')}>
          <Stem of={material} />
        </blockquote>
      ) : null}
      {stem ? (
        <p className={style.stem}>
          <Pictured text={stem} pictures={pictures} />
        </p>
      ) : null}
      {unnamed(pictures.length, texts).map(n => {
        const id = pictures[n - 1]
        return id ? <Picture key={id} id={id} n={n} /> : null
      })}
    </>
  )
}
