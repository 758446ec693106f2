import './rich.css'

/** Renders formatted text. The server removed scripts when it was saved. */
export const RichText = ({ html }: { html: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server on every write
  <div className="ql-rich-text" dangerouslySetInnerHTML={{ __html: html }} />
)
