import style from './rich.module.css'

/** Renders formatted text. The server removed scripts when it was saved. */
export const RichText = ({ html }: { html: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server on every write
  <div className={style.text} data-rich dangerouslySetInnerHTML={{ __html: html }} />
)
