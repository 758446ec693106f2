import { t } from '#web/i18n/index.ts'
import { FileLink } from './FileLink.tsx'

/** Files one beside the other, numbered after what they are; nothing where there are none. */
export const FileLinks = ({ ids, label }: { ids: readonly string[] | null | undefined; label?: string }) =>
  ids?.length ? (
    <span className="ql-file-links">
      {ids.map((id, at) => (
        <FileLink key={id} id={id}>
          {label ? `${label} ${at + 1}` : t('附件 {{n}}', { n: at + 1 })}
        </FileLink>
      ))}
    </span>
  ) : null
