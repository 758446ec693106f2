import { useState } from 'react'
import { Panel } from '#web/feedback/Panel.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { usePut } from '#web/files/usePick.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { submitPhoto } from '../../model/actions.ts'
import { KINDS, type Kind, PICTURES } from '../../model/photo.ts'
import { Camera } from './Camera.tsx'
import { Crop } from './Crop.tsx'

interface Props {
  kind: Kind
  limits: Parameters<typeof Crop>[0]['limits']
  onClose: () => void
}
const RATIO = 3 / 4
/** Takes or chooses a picture, cuts it to its frame and sends it in. */
export default function TakePhoto({ kind, limits, onClose }: Props) {
  const [isOpen, setOpen] = useState(true)
  const [picture, setPicture] = useState<ImageBitmap>()
  const { put, share, problem } = usePut(PICTURES)
  const act = useAct(submitPhoto, { done: t('已上传，等待审核'), onDone: () => setOpen(false) })
  const send = async (file: File) => {
    const sent = await put(file)
    if (sent) act.mutate({ kind, fileId: sent.fileId })
  }
  const again = () => {
    act.reset()
    setPicture(undefined)
  }
  return (
    <Panel open={isOpen} title={t('上传{{kind}}', { kind: t(KINDS[kind]) })} onClose={() => setOpen(false)} afterClose={onClose}>
      <Stack gap={3}>
        {problem}
        {act.error ? <Refused what={t('没有收下这张照片')} error={act.error} /> : null}
        {picture ? (
          <Crop picture={picture} ratio={RATIO} limits={limits} isBusy={share !== undefined || act.isPending} onCut={file => void send(file)} onBack={again} />
        ) : (
          <Camera onPicture={setPicture} />
        )}
      </Stack>
    </Panel>
  )
}
