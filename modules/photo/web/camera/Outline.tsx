import style from '../photo.module.css'

/** Where head and shoulders belong. */
export const Outline = () => (
  <svg viewBox="0 0 75 100" aria-hidden="true">
    <ellipse className={style.outline} cx="37.5" cy="42" rx="16.5" ry="22" />
    <path className={style.outline} d="M6 100 C8 80 22 74 30 71 M69 100 C67 80 53 74 45 71" />
  </svg>
)
