import { pictureLink } from '#web/files/links.ts'
import { classes } from '#web/layout/classes.ts'
import style from './photo.module.css'

interface Props {
  fileId: string | undefined
  /** Empty where the name of the student stands beside it. */
  alt: string
  size?: 'small' | 'large'
}
/** A photo in the proportion of 3 to 4, loaded when it comes into sight; without a file, its empty place. */
export const Picture = ({ fileId, alt, size }: Props) => (
  <span className={classes(style.picture, !fileId && style.hole)} data-size={size}>
    {fileId ? <img src={pictureLink(fileId, size === 'large' ? 800 : 200)} alt={alt} loading="lazy" decoding="async" draggable={false} /> : null}
  </span>
)
