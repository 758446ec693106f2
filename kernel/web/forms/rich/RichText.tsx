import './rich.css'

/** Formatted text as it is read. The server has taken out whatever could run when it was written. */
export const RichText = ({ html }: { html: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server on every write
  <div className="ql-rich-text" dangerouslySetInnerHTML={{ __html: html }} />
)
