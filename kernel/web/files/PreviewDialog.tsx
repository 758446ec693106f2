import { useQuery } from '@tanstack/react-query'
import { Button, Watermark } from 'antd'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { Bars } from '#web/feedback/Empty.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { get } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { formatBytes } from '#web/values/format.ts'
import { DocumentView } from './DocumentView.tsx'
import style from './files.module.css'
import { fileLink } from './links.ts'
import { SheetsView, type SheetView } from './SheetsView.tsx'

interface FilePreview {
  name: string
  kind: 'picture' | 'pdf' | 'sheets' | 'document' | 'none'
  size: number
  link: string
  mark: string | null
  sheets?: readonly SheetView[]
}
/** Preview of a file in a format the browser can show; others are downloaded. */
export default function PreviewDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error } = useQuery({
    queryKey: ['filePreview', id],
    queryFn: ({ signal }) => get<FilePreview>('oss/oss/endpoint/preview-file', { fileId: id }, { signal, quiet: true }),
    // do not refetch: every request is logged as a view, and the link it returns is valid for one minute only
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
    meta: { inPlace: true },
  })
  return (
    <Dialog
      open
      width={1040}
      title={data ? t('{{name}}（{{size}}）', { name: data.name, size: formatBytes(data.size) }) : t('预览')}
      leave={t('关闭')}
      extra={
        <Button href={fileLink(id)} icon={<Download size={15} />}>
          {t('下载')}
        </Button>
      }
      onClose={onClose}
    >
      {error ? <Refused what={t('没有打开')} error={error} /> : null}
      {!data && !error ? <Bars lines={8} /> : null}
      {data ? (
        <Marked words={data.kind === 'pdf' ? null : data.mark}>
          <View of={data} />
        </Marked>
      ) : null}
    </Dialog>
  )
}
/** Watermark with the viewer's name over the whole scroll area; a grey visible on light and dark. */
const Marked = ({ words, children }: { words: string | null; children: ReactNode }) => (
  <div className={style.view}>
    {words ? (
      <Watermark content={words} gap={[90, 90]} font={{ color: 'rgba(128, 128, 128, 0.32)' }}>
        {children}
      </Watermark>
    ) : (
      children
    )}
  </div>
)
function View({ of }: { of: FilePreview }) {
  if (of.kind === 'picture') return <img src={of.link} alt={of.name} />
  if (of.kind === 'sheets') return <SheetsView of={of.sheets ?? []} />
  if (of.kind === 'document') return <DocumentView link={of.link} />
  if (of.kind === 'pdf' && navigator.pdfViewerEnabled !== false) return <iframe title={of.name} src={`${of.link}#toolbar=0&view=FitH`} />
  return <p className="ql-quiet">{of.kind === 'pdf' ? t('这个浏览器不能显示 PDF，请下载后查看') : t('这种文件不能预览，请下载后查看')}</p>
}
