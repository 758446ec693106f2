import { Button, Progress } from 'antd'
import { FolderOpen, Upload } from 'lucide-react'
import { useRef } from 'react'
import { acceptOf, usePick } from '#web/files/usePick.tsx'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { formatNumber } from '#web/values/format.ts'
import { PIECE_TYPES } from '../../model/batch.ts'
import { useSending } from './useSending.ts'

interface Props {
  /** Makes the batch for so many pictures, or names the one to go on with. */
  open: (count: number) => Promise<string>
  onDone: () => void
  disabled?: boolean
}
/** Chooses archives, pictures or a folder, and sends them; a break is gone on from by choosing them again. */
export function SendFiles({ open, onDone, disabled = false }: Props) {
  const { send, progress, problem } = useSending(open, onDone)
  const { pick, input } = usePick({ accept: acceptOf(PIECE_TYPES), multiple: true, onPick: files => void send(files) })
  const folder = useRef<HTMLInputElement>(null)
  if (progress)
    return (
      <Stack gap={2}>
        <Progress percent={progress.total ? Math.floor((progress.sent / progress.total) * 100) : 0} aria-label={t('上传进度')} />
        <span role="status">
          {progress.total ? t('已上传 {{sent}} / {{total}} 张', { sent: formatNumber(progress.sent), total: formatNumber(progress.total) }) : t('正在读取文件')}
          {progress.passed ? t('，跳过 {{n}} 个不是照片的文件', { n: progress.passed }) : ''}
        </span>
        <span className="ql-quiet">{t('上传时请不要关闭这个页面；断开后可以从断的地方继续。')}</span>
      </Stack>
    )
  return (
    <Stack gap={2}>
      <Row>
        <Button type="primary" icon={<Upload size={15} />} disabled={disabled} onClick={pick}>
          {t('选择压缩包或照片')}
        </Button>
        <Button icon={<FolderOpen size={15} />} disabled={disabled} onClick={() => folder.current?.click()}>
          {t('选择文件夹')}
        </Button>
      </Row>
      {problem ? (
        <p className="ql-problem" role="alert">
          {problem}
        </p>
      ) : null}
      {input}
      <input
        ref={folder}
        type="file"
        hidden
        multiple
        {...{ webkitdirectory: '' }}
        onChange={event => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          if (files.length) void send(files)
        }}
      />
    </Stack>
  )
}
