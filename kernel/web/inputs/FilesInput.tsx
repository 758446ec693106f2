import { Button } from 'antd'
import { Paperclip, Upload, X } from 'lucide-react'
import { useState } from 'react'
import type { Field } from '#model'
import { FileLink } from '#web/files/FileLink.tsx'
import { acceptOf, usePick, usePut } from '#web/files/usePick.tsx'
import { t } from '#web/i18n/index.ts'

interface FilesInputProps {
  id: string
  field: Field
  value: unknown
  onChange: (ids: string[]) => void
  disabled: boolean
  'aria-describedby'?: string
}
/** File attachments of a record: each is uploaded at once, the form holds their ids. Its control is a button, which can be neither required nor wrong. */
export function FilesInput({ id, field, value, onChange, disabled, 'aria-describedby': describedBy }: FilesInputProps) {
  const [names, setNames] = useState<Readonly<Record<string, string>>>({})
  const ids = Array.isArray(value) ? (value as string[]) : []
  const { types = [], maxFiles = 9 } = field.options
  const { put, share, problem } = usePut(types)
  const send = async (files: readonly File[]) => {
    const added: string[] = []
    for (const file of files.slice(0, maxFiles - ids.length)) {
      const sent = await put(file)
      if (!sent) break
      setNames(now => ({ ...now, [sent.fileId]: sent.name }))
      added.push(sent.fileId)
    }
    if (added.length) onChange([...ids, ...added])
  }
  const { pick, input } = usePick({ accept: acceptOf(types), multiple: maxFiles > 1, onPick: files => void send(files) })
  return (
    <div className="ql-files">
      <ul>
        {ids.map((fileId, at) => (
          <li key={fileId}>
            <Paperclip size={14} />
            <FileLink id={fileId}>{names[fileId] ?? t('附件 {{n}}', { n: at + 1 })}</FileLink>
            <Button type="text" size="small" disabled={disabled} aria-label={t('去掉这个文件')} icon={<X size={14} />} onClick={() => onChange(ids.filter(i => i !== fileId))} />
          </li>
        ))}
      </ul>
      {ids.length < maxFiles ? (
        <Button id={id} aria-describedby={describedBy} disabled={disabled} loading={share !== undefined} icon={<Upload size={15} />} onClick={pick}>
          {share === undefined ? t('添加文件') : t('上传中 {{percent}}%', { percent: Math.round(share * 100) })}
        </Button>
      ) : null}
      {problem}
      {input}
    </div>
  )
}
