import { Button } from 'antd'
import { Camera, Trash2 } from 'lucide-react'
import { acceptOf, usePick } from '#web/files/usePick.tsx'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'

const PICTURES = ['jpg', 'jpeg', 'png', 'mp4']
interface KeptPhotosProps {
  label: string
  value: unknown
  onChange: (files: readonly File[] | null) => void
  most?: number
}
/** Photos that stay on the phone until the form is sent. */
export function KeptPhotos({ label, value, onChange, most = 6 }: KeptPhotosProps) {
  const files: readonly File[] = Array.isArray(value) ? value : []
  const { pick, input } = usePick({ accept: acceptOf(PICTURES), multiple: true, onPick: more => onChange([...files, ...more].slice(0, most)) })
  return (
    <Row>
      <Button icon={<Camera size={16} />} onClick={pick}>
        {label}
      </Button>
      {files.length ? <span>{t('{{n}} 张', { n: files.length })}</span> : null}
      {files.length ? <Button type="text" aria-label={t('去掉照片')} icon={<Trash2 size={15} />} onClick={() => onChange(null)} /> : null}
      {input}
    </Row>
  )
}
